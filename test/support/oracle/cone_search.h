// Wolfe's min-norm-point method on the difference of a shape and a cone, for one type of numbers.
// Included by cone_oracle.c once for each: REAL is the type, NAME(x) a name with an ending for it, ROOT its square
// root, NEGLIGIBLE what a column may shrink to before it counts as a combination of others.
//
// P. Wolfe, "Finding the nearest point in a polytope", 1976: the nearest point of a simplex is kept; its direction
// gives a new corner of the difference; the nearest point of the affine hull is sought, and corners with a negative
// weight are left on the way to it. The affine step orthogonalises the columns instead of forming their Gram matrix, so
// that a needle of a cone does not square the condition number.

typedef struct NAME(search) {
    int count;
    int corner[4];     // the point of the shape
    REAL toward[4][3]; // the direction in which the point of the cone is extreme
    REAL w[4][3];      // their difference
    REAL weight[4];
} NAME(search);

static REAL NAME(dot)(const REAL a[3], const REAL b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// The point of the cone that is farthest in a direction, with the infinite cut at a height that no nearest point
// exceeds.
static void NAME(extreme)(const REAL axis[3], REAL tangent, REAL low, REAL high, const REAL n[3], REAL out[3])
{
    const REAL along = NAME(dot)(n, axis);
    REAL across[3], length, h, again;

    for (int i = 0; i < 3; i++)
        across[i] = n[i] - along * axis[i];
    again = NAME(dot)(across, axis); // where n is almost the axis, what is left is rounding: make it perpendicular
    for (int i = 0; i < 3; i++)
        across[i] -= again * axis[i];
    length = ROOT(NAME(dot)(across, across));
    if (length <= NEGLIGIBLE * (along < 0 ? -along : along)) // n is the axis: the middle of an end will do
        length = 0;
    h = along + length * tangent > 0 ? high : low;
    for (int i = 0; i < 3; i++)
        out[i] = h * axis[i] + (length > 0 ? h * tangent * (across[i] / length) : 0);
}

// The weights of the point of the affine hull that is nearest to the origin. False when the points are dependent.
static bool NAME(affine)(const NAME(search) * s, REAL mu[4])
{
    REAL q[3][3], r[3][3] = {{0}}, rest[3], y[3], squares[3];
    int base = 0, column[3], columns = 0;
    REAL least = NAME(dot)(s->w[0], s->w[0]);

    // Seen from the point that is nearest to the origin, what is left of it is computed without cancellation.
    for (int i = 1; i < s->count; i++) {
        const REAL d = NAME(dot)(s->w[i], s->w[i]);
        if (d < least)
            least = d, base = i;
    }
    for (int i = 0; i < s->count; i++)
        if (i != base)
            column[columns++] = i;
    for (int i = 0; i < 3; i++)
        rest[i] = -s->w[base][i];
    for (int c = 0; c < columns; c++) {
        REAL before;
        for (int i = 0; i < 3; i++)
            q[c][i] = s->w[column[c]][i] - s->w[base][i];
        before = NAME(dot)(q[c], q[c]);
        for (int b = 0; b < c; b++) {
            r[b][c] = NAME(dot)(q[b], q[c]) / squares[b];
            for (int i = 0; i < 3; i++)
                q[c][i] -= r[b][c] * q[b][i];
        }
        squares[c] = NAME(dot)(q[c], q[c]);
        if (!(squares[c] > NEGLIGIBLE * NEGLIGIBLE * before))
            return false;
        y[c] = NAME(dot)(q[c], rest) / squares[c];
        for (int i = 0; i < 3; i++)
            rest[i] -= y[c] * q[c][i];
    }
    mu[base] = 1;
    for (int c = columns - 1; c >= 0; c--) {
        for (int b = c + 1; b < columns; b++)
            y[c] -= r[c][b] * y[b];
        mu[column[c]] = y[c];
        mu[base] -= y[c];
    }
    return true;
}

static void NAME(drop)(NAME(search) * s, int i)
{
    const int last = --s->count;
    s->corner[i] = s->corner[last];
    s->weight[i] = s->weight[last];
    for (int j = 0; j < 3; j++)
        s->w[i][j] = s->w[last][j], s->toward[i][j] = s->toward[last][j];
}

// Go to the nearest point of the simplex, leaving out the corners that it does not need. False when it has collapsed.
static bool NAME(settle)(NAME(search) * s)
{
    for (;;) {
        REAL mu[4], step = 1;
        int leave = -1;
        if (!NAME(affine)(s, mu)) {
            if (!(s->weight[s->count - 1] > 0)) // the newest adds nothing
                s->count--;
            return false;
        }
        for (int i = 0; i < s->count; i++) {
            if (mu[i] > 0)
                continue;
            const REAL t = s->weight[i] > 0 ? s->weight[i] / (s->weight[i] - mu[i]) : 0;
            if (leave < 0 || t < step)
                step = t, leave = i;
        }
        for (int i = 0; i < s->count; i++)
            s->weight[i] += step * (mu[i] - s->weight[i]);
        if (leave < 0)
            return true;
        NAME(drop)(s, leave);
        if (s->count == 1) {
            s->weight[0] = 1;
            return true;
        }
    }
}

static void NAME(nearest)(const NAME(search) * s, REAL v[3])
{
    REAL edge[2][3], square[2];

    for (int j = 0; j < 3; j++) {
        v[j] = 0;
        for (int i = 0; i < s->count; i++)
            v[j] += s->weight[i] * s->w[i][j];
    }
    if (s->count < 2 || s->count > 3)
        return;
    // Close to a contact v is short and its direction lost to rounding; but it is perpendicular to the simplex, which
    // is large: take what is not out of it again.
    for (int e = 0; e < s->count - 1; e++) {
        for (int j = 0; j < 3; j++)
            edge[e][j] = s->w[e + 1][j] - s->w[0][j];
        if (e == 1) {
            const REAL t = NAME(dot)(edge[0], edge[1]) / square[0];
            for (int j = 0; j < 3; j++)
                edge[1][j] -= t * edge[0][j];
        }
        square[e] = NAME(dot)(edge[e], edge[e]);
        if (!(square[e] > 0))
            return;
    }
    for (int pass = 0; pass < 2; pass++)
        for (int e = 0; e < s->count - 1; e++) {
            const REAL t = NAME(dot)(edge[e], v) / square[e];
            for (int j = 0; j < 3; j++)
                v[j] -= t * edge[e][j];
        }
}

// Search until the gap is known to within `tolerance` of itself, the sets are certainly together, or no more progress
// is made.
static int NAME(run)(NAME(search) * s, const REAL axis[3], REAL tangent, REAL low, REAL high, const REAL (*point)[3],
                     int points, REAL radius, REAL tolerance)
{
    REAL v[3], before = -1;
    int steps = 0;

    for (; steps < 200; steps++) {
        REAL vv, vw, k[3], length;
        int best = 0;
        NAME(nearest)(s, v);
        vv = NAME(dot)(v, v);
        length = ROOT(vv);
        if (s->count == 4 || !(vv > 0) || length < radius || (before >= 0 && !(vv < before)))
            break;
        before = vv;
        for (int i = 1; i < points; i++)
            if (NAME(dot)(v, point[i]) < NAME(dot)(v, point[best]))
                best = i;
        NAME(extreme)(axis, tangent, low, high, v, k);
        for (int i = 0; i < 3; i++)
            s->w[s->count][i] = point[best][i] - k[i], s->toward[s->count][i] = v[i];
        vw = NAME(dot)(v, s->w[s->count]);
        if (vw > radius * length && vv - vw < (vw - radius * length) * tolerance)
            break;
        s->corner[s->count] = best;
        s->weight[s->count++] = 0;
        if (!NAME(settle)(s))
            break;
    }
    return steps;
}
