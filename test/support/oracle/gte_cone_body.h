// The body of support/oracle/gte_cone.c for one type: REAL, with NAME(x) the ending of its names.

static REAL NAME(dot)(const REAL a[3], const REAL b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Whether X is within the angle of the axis: F(X) = D·X/|X| >= cos. X is relative to the apex.
static bool NAME(within)(const NAME(gte_cone) * cone, const REAL x[3])
{
    const REAL h = NAME(dot)(cone->axis, x);
    return h >= 0 && h * h >= cone->cosine * cone->cosine * NAME(dot)(x, x);
}

// Whether F reaches cos on the segment from a to b. Where F rises at a and falls at b, its maximum is inside: the
// derivative is (D·E)(X·X) - (D·X)(E·X) times something positive, which is linear in the parameter.
static bool NAME(segment_reaches)(const NAME(gte_cone) * cone, const REAL a[3], const REAL b[3])
{
    REAL e[3], x[3], at_a, at_b, t;

    if (NAME(within)(cone, a) || NAME(within)(cone, b))
        return true;
    for (int i = 0; i < 3; i++)
        e[i] = b[i] - a[i];
    at_a = NAME(dot)(cone->axis, e) * NAME(dot)(a, a) - NAME(dot)(cone->axis, a) * NAME(dot)(e, a);
    at_b = NAME(dot)(cone->axis, e) * NAME(dot)(b, b) - NAME(dot)(cone->axis, b) * NAME(dot)(e, b);
    if (!(at_a > 0 && at_b < 0))
        return false;
    t = at_a / (at_a - at_b);
    for (int i = 0; i < 3; i++)
        x[i] = a[i] + t * e[i];
    return NAME(within)(cone, x);
}

// The quick acceptance: the axis between the heights, as a ray or a segment, meets the box.
static bool NAME(axis_meets)(const NAME(gte_cone) * cone, const REAL offset[3], const REAL slope[3],
                             const REAL extent[3])
{
    REAL enter = cone->h_min, leave = cone->h_max;

    for (int i = 0; i < 3; i++) { // the axis in the box's frame is h·slope - offset
        REAL t0, t1;
        if (slope[i] == 0) {
            if (offset[i] < -extent[i] || offset[i] > extent[i])
                return false;
            continue;
        }
        t0 = (offset[i] - extent[i]) / slope[i];
        t1 = (offset[i] + extent[i]) / slope[i];
        if (t0 > t1) {
            const REAL t = t0;
            t0 = t1;
            t1 = t;
        }
        enter = t0 > enter ? t0 : enter;
        leave = t1 < leave ? t1 : leave;
    }
    return enter <= leave;
}

// Where an edge crosses a plane of the slab; da and db are the distances of its ends, of different signs.
static void NAME(crossing)(const REAL a[3], const REAL b[3], REAL da, REAL db, REAL out[3])
{
    const REAL t = da / (da - db);

    for (int i = 0; i < 3; i++)
        out[i] = a[i] + t * (b[i] - a[i]);
}

// The part of each edge that is between the heights.
static bool NAME(clipped_edges_reach)(const NAME(gte_cone) * cone, REAL p[8][3], const REAL h[8])
{
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < 8; i++) {
            const int j = i | 1 << axis;
            REAL a[3], b[3];
            int from = i, to = j;
            if (i == j)
                continue;
            if (h[from] > h[to])
                from = j, to = i;
            if (h[to] < cone->h_min || h[from] > cone->h_max)
                continue;
            for (int k = 0; k < 3; k++)
                a[k] = p[from][k], b[k] = p[to][k];
            if (h[from] < cone->h_min)
                NAME(crossing)(p[from], p[to], h[from] - cone->h_min, h[to] - cone->h_min, a);
            if (h[to] > cone->h_max)
                NAME(crossing)(p[from], p[to], h[from] - cone->h_max, h[to] - cone->h_max, b);
            if (NAME(segment_reaches)(cone, a, b))
                return true;
        }
    return false;
}

// The segment in which a plane of the slab crosses a face, from the signs of the distances at its four corners in turn:
// a zero corner is an end of the segment, and so is a point inside an edge whose ends have opposite signs. Of the 81
// patterns, those with two such points have a segment; with four zeros the face lies in the plane, and its edges have
// been tested already, as they have with two zeros in a row.
static bool NAME(face_cut_reaches)(const NAME(gte_cone) * cone, REAL p[8][3], const REAL d[8], const int corner[4])
{
    REAL end[4][3];
    int ends = 0;

    for (int i = 0; i < 4; i++) {
        const int a = corner[i], b = corner[(i + 1) % 4];
        if (d[a] == 0) {
            for (int k = 0; k < 3; k++)
                end[ends][k] = p[a][k];
            ends++;
        } else if ((d[a] < 0 && d[b] > 0) || (d[a] > 0 && d[b] < 0))
            NAME(crossing)(p[a], p[b], d[a], d[b], end[ends++]);
    }
    // More than two ends are patterns that only rounding makes; all pairs are tried then.
    for (int i = 0; i < ends; i++)
        for (int j = i + 1; j < ends; j++)
            if (NAME(segment_reaches)(cone, end[i], end[j]))
                return true;
    return false;
}

static bool NAME(cuts_reach)(const NAME(gte_cone) * cone, REAL p[8][3], const REAL h[8], REAL plane)
{
    REAL d[8];

    for (int i = 0; i < 8; i++)
        d[i] = h[i] - plane;
    for (int face = 0; face < 6; face++) {
        const int axis = face >> 1, side = (face & 1) << axis, u = 1 << (axis + 1) % 3, v = 1 << (axis + 2) % 3;
        const int corner[4] = {side, side | u, side | u | v, side | v};
        if (NAME(face_cut_reaches)(cone, p, d, corner))
            return true;
    }
    return false;
}

bool NAME(gte_cone_box)(const NAME(gte_cone) * cone, const NAME(gte_box) * box)
{
    REAL center[3], offset[3], slope[3], p[8][3], h[8], middle, reach = 0;

    for (int i = 0; i < 3; i++)
        center[i] = box->center[i] - cone->apex[i];
    middle = NAME(dot)(cone->axis, center);
    for (int i = 0; i < 3; i++) {
        slope[i] = NAME(dot)(cone->axis, box->axis[i]);
        offset[i] = NAME(dot)(center, box->axis[i]);
        reach += box->extent[i] * (slope[i] < 0 ? -slope[i] : slope[i]);
    }
    // Box outside the slab.
    if (middle - reach > cone->h_max || middle + reach < cone->h_min)
        return false;
    if (NAME(axis_meets)(cone, offset, slope, box->extent))
        return true;
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 3; k++) {
            p[i][k] = center[k];
            for (int j = 0; j < 3; j++)
                p[i][k] += (i >> j & 1 ? box->extent[j] : -box->extent[j]) * box->axis[j][k];
        }
        h[i] = NAME(dot)(cone->axis, p[i]);
    }
    // Box inside the slab: whole edges.
    if (cone->h_min <= middle - reach && middle + reach <= cone->h_max) {
        for (int axis = 0; axis < 3; axis++)
            for (int i = 0; i < 8; i++)
                if (!(i >> axis & 1) && NAME(segment_reaches)(cone, p[i], p[i | 1 << axis]))
                    return true;
        return false;
    }
    // Box across the planes: parts of edges, and what the planes cut out of the faces.
    return NAME(clipped_edges_reach)(cone, p, h) ||
           (middle - reach < cone->h_min && NAME(cuts_reach)(cone, p, h, cone->h_min)) ||
           (middle + reach > cone->h_max && NAME(cuts_reach)(cone, p, h, cone->h_max));
}
