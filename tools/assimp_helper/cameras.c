// Cameras. Assimp's stand where the node of their name is, with an eye, a view direction and an up direction of their
// own.
#include "scene.h"
#include "answer.h"

#include <math.h>
#include <string.h>

static void cross(const double a[3], const double b[3], double c[3])
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static bool normalize(double a[3])
{
    const double length = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    if (!(length > 0.0) || !isfinite(length))
        return false;
    for (int i = 0; i < 3; i++)
        a[i] /= length;
    return true;
}

// A direction of the camera in the world.
static void turn(const double rows[12], struct aiVector3D v, double to[3])
{
    for (int r = 0; r < 3; r++)
        to[r] = rows[4 * r] * (double)v.x + rows[4 * r + 1] * (double)v.y + rows[4 * r + 2] * (double)v.z;
}

// x to the right, y up, and the view along -z. A camera that looks nowhere looks along -z.
static void make_frame(const struct aiCamera* c, const double node[12], double rows[12])
{
    static const double along[3] = {0, 0, 1}, up[3] = {0, 1, 0};
    double x[3], y[3], z[3], eye[3];
    turn(node, c->mLookAt, z);
    turn(node, c->mUp, y);
    turn(node, c->mPosition, eye);
    for (int i = 0; i < 3; i++)
        z[i] = -z[i];
    if (!normalize(z))
        memcpy(z, along, sizeof z);
    cross(y, z, x);
    if (!normalize(x)) {
        cross(fabs(z[1]) < 0.9 ? up : (const double[3]){1, 0, 0}, z, x);
        normalize(x);
    }
    cross(z, x, y);
    for (int r = 0; r < 3; r++) {
        rows[4 * r] = x[r];
        rows[4 * r + 1] = y[r];
        rows[4 * r + 2] = z[r];
        rows[4 * r + 3] = eye[r] + node[4 * r + 3];
    }
}

void send_cameras(const struct aiScene* scene, const node_list* list)
{
    static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    for (unsigned i = 0; i < scene->mNumCameras; i++) {
        const struct aiCamera* c = scene->mCameras[i];
        const placed_node* node = nodes_find(list, c->mName.data);
        // The angle is that of the whole width, whatever Assimp's documentation says: its readers set it so.
        const double aspect = c->mAspect > 0.0f && isfinite(c->mAspect) ? (double)c->mAspect : 0.0;
        const double width = tan(0.5 * (double)c->mHorizontalFOV) / (aspect > 0.0 ? aspect : 1.0);
        const double fov = 2.0 * atan(width), half = 0.5 * (double)c->mOrthographicWidth;
        hit_assimp_camera camera = {.name_size = c->mName.length, .is_orthographic = half > 0.0, .aspect = aspect};
        make_frame(c, node != NULL ? node->rows : identity, camera.rows);
        camera.y_fov = fov > 0.0 && fov < 3.1 ? fov : 0.8;
        camera.y_extent = half > 0.0 ? half / (aspect > 0.0 ? aspect : 1.0) : 0.0;
        camera.near_z = isfinite(c->mClipPlaneNear) ? (double)c->mClipPlaneNear : 0.0;
        camera.far_z = isnan(c->mClipPlaneFar) ? (double)INFINITY : (double)c->mClipPlaneFar;
        answer_begin(HIT_ASSIMP_CAMERA, sizeof camera + camera.name_size);
        answer_bytes(&camera, sizeof camera);
        answer_bytes(c->mName.data, camera.name_size);
    }
}
