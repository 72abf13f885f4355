// Picking with the mouse in a program that draws with raylib; or with GLFW and cglm, SDL, or three.js.
//
// Hitscan draws nothing and opens no window. It needs two matrices, the size of the window, and where the mouse is.
// This program has none of these either: what stands for them is marked with the calls that a real program makes
// instead.
#include <hitscan/camera.h>
#include <hitscan/scene.h>
#include <stdio.h>

// ---- What stands for the graphics library
// -----------------------------------------------------------------------------

// As raylib's Camera3D.
typedef struct eye {
    hit_vec3 position, target, up;
    float fovy; // in degrees
} eye;

typedef struct matrix {
    float v[16]; // column by column: what MatrixToFloatV gives
} matrix;

// raylib:     Matrix view = GetCameraMatrix(camera);
// cglm:       glm_lookat(position, target, up, view);
// three.js:   camera.updateMatrixWorld(); camera.matrixWorldInverse.elements
static matrix look_at(const eye* e)
{
    const hit_vec3 back = hit_vec3_normalize(hit_vec3_sub(e->position, e->target));
    const hit_vec3 right = hit_vec3_normalize(hit_vec3_cross(e->up, back)), up = hit_vec3_cross(back, right);
    const matrix m = {{right.x, up.x, back.x, 0, right.y, up.y, back.y, 0, right.z, up.z, back.z, 0,
                       -hit_vec3_dot(right, e->position), -hit_vec3_dot(up, e->position),
                       -hit_vec3_dot(back, e->position), 1}};
    return m;
}

// raylib:     Matrix projection = MatrixPerspective(camera.fovy * DEG2RAD, (double)width / height,
//                                                   rlGetCullDistanceNear(), rlGetCullDistanceFar());
//             or rlGetMatrixProjection(), between BeginMode3D and EndMode3D
// cglm:       glm_perspective(fovy, width / height, 0.1f, 100.0f, projection);
// three.js:   camera.projectionMatrix.elements
static matrix perspective(float fovy, float aspect, float near, float far)
{
    const float f = 1 / tanf(0.5f * fovy * 3.14159265f / 180), range = near - far;
    const matrix m = {
        {f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / range, -1, 0, 0, 2 * far * near / range, 0}};
    return m;
}

// A frame of the program: what the user does in it.
typedef struct frame {
    float width,
        height; // GetScreenWidth(), GetScreenHeight(); glfwGetWindowSize; SDL_GetWindowSize; canvas.clientWidth
    float x, y; // GetMousePosition(); glfwGetCursorPos; SDL_GetMouseState; event.offsetX, event.offsetY
} frame;

static const frame frames[] = {{800, 450, 400, 150}, {800, 450, 520, 250}, {800, 450, 330, 240}, {800, 450, 5, 5},
                               {400, 225, 260, 125}, {400, 225, 165, 120}, {400, 225, 200, 100}};

// ---- What a program does with Hitscan
// ---------------------------------------------------------------------------------

// Once a frame, or whenever the window or the camera has changed.
//
// The size is that of the window in the units of the mouse, which on a display with many pixels is not the size of what
// is drawn into: of GLFW's two sizes that of the window, not that of the framebuffer. A viewport in pixels of the
// framebuffer is fine with screen.pixel_ratio (SDL_GetWindowPixelDensity, window.devicePixelRatio). SDL 2 has whole
// numbers for the mouse: screen.centers = true aims at the middle of the pixel.
//
// A raylib Matrix lies in memory row by row, whatever its comment says: pass MatrixToFloatV(m).v, or &m.m0 with
// lens.clip.order = HIT_MATRIX_ROWS. A mat4 of cglm is passed as &m[0][0].
static bool make_camera(const eye* e, const frame* f, hit_camera* camera)
{
    const hit_screen screen = hit_screen_make(f->width, f->height);
    const matrix view = look_at(e), projection = perspective(e->fovy, f->width / f->height, 0.1f, 100);
    return hit_camera_from_matrices(view.v, projection.v, NULL, &screen, camera); // NULL: a lens of OpenGL
}

// What an object is to the program: here a name. Each object carries a pointer to it.
static char names[][8] = {"ground", "crate", "ball"};

static hit_status add_box(hit_scene* scene, char* name, hit_dvec3 at, hit_vec3 half, hit_id* id)
{
    hit_object object = hit_object_at(at);
    object.user = name;
    return hit_scene_add_box(scene, &object, hit_aabb_make(hit_vec3_scale(half, -1), half), id, NULL);
}

static void report(const hit_scene* scene, const hit_camera* camera, const frame* f)
{
    // raylib:  Ray ray = GetScreenToWorldRay(GetMousePosition(), camera); then GetRayCollisionBox for each box
    const hit_dray ray = hit_camera_ray(camera, (double)f->x, (double)f->y);
    hit_scene_hit hit;
    hit_object object;

    printf("%.0f x %.0f, mouse at (%.0f, %.0f): ", f->width, f->height, f->x, f->y);
    if (!hit_scene_first(scene, ray, NULL, &hit) || hit_scene_get(scene, hit.id, &object) == HIT_OBJECT_NONE) {
        printf("nothing\n");
        return;
    }
    printf("the %s, at (%.2f, %.2f, %.2f), %.2f deep", (const char*)object.user, hit.point.x, hit.point.y, hit.point.z,
           hit.t);
    // A label, or a handle that has the same size on the screen at any depth.
    printf("; 20 pixels are %.2f there\n", 20 * hit_camera_pixel_size(camera, (double)hit.t));
}

int main(void)
{
    const eye e = {{0, 4, 10}, {0, 1, 0}, {0, 1, 0}, 45};
    hit_id ground, crate, ball;
    hit_object round = hit_object_at(hit_dvec3_make(-1.5, 1, 0));
    hit_scene* scene;
    hit_camera camera;
    double pixel[2], depth;

    round.user = names[2];
    if (hit_scene_create(NULL, &scene, NULL) != HIT_OK)
        return 1;
    if (add_box(scene, names[0], hit_dvec3_make(0, -0.5, 0), hit_vec3_make(20, 0.5f, 20), &ground) != HIT_OK ||
        add_box(scene, names[1], hit_dvec3_make(2, 1, 0), hit_vec3_make(1, 1, 1), &crate) != HIT_OK ||
        hit_scene_add_sphere(scene, &round, hit_sphere_make(hit_vec3_make(0, 0, 0), 1), &ball, NULL) != HIT_OK)
        return 1;

    for (size_t i = 0; i < sizeof frames / sizeof frames[0]; i++) {
        // The ball rolls away in the last frame. Edits are seen after the commit.
        if (i + 1 == sizeof frames / sizeof frames[0]) {
            const hit_placement away = hit_placement_at(hit_dvec3_make(0.3, 1, -3));
            if (hit_scene_move(scene, ball, &away, NULL) != HIT_OK)
                return 1;
        }
        if (hit_scene_commit(scene, NULL, NULL) != HIT_OK || !make_camera(&e, &frames[i], &camera))
            return 1;
        report(scene, &camera, &frames[i]);
    }

    // The other way: where to draw the label of the crate. raylib: GetWorldToScreen.
    if (hit_camera_project(&camera, hit_dvec3_make(2, 2.2, 0), pixel, &depth))
        printf("the label of the crate goes to (%.1f, %.1f)\n", pixel[0], pixel[1]);
    hit_scene_destroy(scene);
    return 0;
}
