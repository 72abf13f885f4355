"""What the public headers declare, for ctypes. Made by scripts/declarations.py from include/hitscan; do not edit."""
from __future__ import annotations

import ctypes
from ctypes import (c_bool, c_char, c_char_p, c_double, c_float, c_int, c_int32, c_size_t, c_uint8, c_uint32, c_uint64,
                    c_void_p)
from typing import Any, Dict, List, Tuple

# Each function: its result and its arguments. _library.py makes them callable.
FUNCTIONS: Dict[str, Tuple[Any, List[Any]]] = {}


def _structure(name: str, /, **fields: Any) -> Any:
    return type(name, (ctypes.Structure,), {"_fields_": list(fields.items())})


HIT_BVH_NONE = 2**32 - 1
HIT_ID_NONE = 0
HIT_CPU_PORTABLE = 0
HIT_CPU_SSE4 = 1
HIT_CPU_AVX2 = 2
HIT_OK = 0
HIT_ERROR_ARGUMENT = 1
HIT_ERROR_MEMORY = 2
HIT_ERROR_CANCELLED = 3
HIT_ERROR_GEOMETRY = 4
HIT_ERROR_LIMIT = 5
HIT_ERROR_FILE = 6
HIT_ERROR_FORMAT = 7
HIT_ERROR_TOPOLOGY = 8
HIT_ERROR_THREAD = 9
HIT_MATRIX_COLUMNS = 0
HIT_MATRIX_ROWS = 1
HIT_FACE_NONE = -1
HIT_FACE_NEG_X = 0
HIT_FACE_POS_X = 1
HIT_FACE_NEG_Y = 2
HIT_FACE_POS_Y = 3
HIT_FACE_NEG_Z = 4
HIT_FACE_POS_Z = 5
HIT_FACE_SIDE = 6
HIT_FACE_END_A = 7
HIT_FACE_END_B = 8
HIT_SIDE_FRONT = 0
HIT_SIDE_BACK = 1
HIT_SEPARATE = 0
HIT_TOUCHING = 1
HIT_OVERLAPPING = 2
HIT_FEATURE_NONE = 0
HIT_FEATURE_INTERIOR = 1
HIT_FEATURE_AXIS = 2
HIT_FEATURE_VERTEX = 3
HIT_FEATURE_EDGE = 4
HIT_FEATURE_FACE = 5
HIT_FEATURE_CAP = 6
HIT_FEATURE_SURFACE = 7
HIT_FEATURE_HEIGHT = 8
HIT_FEATURE_SIDE = 9
HIT_FEATURE_RIM = 10
HIT_FRUSTUM_LEFT = 0
HIT_FRUSTUM_RIGHT = 1
HIT_FRUSTUM_BOTTOM = 2
HIT_FRUSTUM_TOP = 3
HIT_FRUSTUM_NEAR = 4
HIT_FRUSTUM_FAR = 5
HIT_OUTSIDE = 0
HIT_CROSSING = 1
HIT_INSIDE = 2
HIT_DEPTH_MINUS_ONE_TO_ONE = 0
HIT_DEPTH_ZERO_TO_ONE = 1
HIT_DEPTH_ONE_TO_ZERO = 2
HIT_BVH_DEFAULT = 0
HIT_BVH_FAST = 1
HIT_BVH_HIGH = 2
HIT_BVH_TRIANGLES = 0
HIT_BVH_AABBS = 1
HIT_BVH_OBBS = 2
HIT_INDEX_NONE = 0
HIT_INDEX_U16 = 1
HIT_INDEX_U32 = 2
HIT_SIDES_BOTH = 0
HIT_SIDES_FRONT = 1
HIT_SIDES_BACK = 2
HIT_INCLUDE_TOUCHING = 0
HIT_INCLUDE_INSIDE = 1
HIT_OBJECT_NONE = 0
HIT_OBJECT_BOX = 1
HIT_OBJECT_MESH = 2
HIT_OBJECT_SPHERE = 3
HIT_OBJECT_CAPSULE = 4
HIT_OBJECT_CYLINDER = 5
HIT_OBJECT_POLYLINE = 6
HIT_OBJECT_POINTS = 7
HIT_OBJECT_USER = 8
HIT_REASON_PICKED = 0
HIT_REASON_NO_CAMERA = 1
HIT_REASON_NO_OBJECT = 2
HIT_REASON_NOT_COMMITTED = 3
HIT_REASON_DISABLED = 4
HIT_REASON_LAYERS = 5
HIT_REASON_REFUSED = 6
HIT_REASON_BEHIND = 7
HIT_REASON_BEYOND = 8
HIT_REASON_MISSED_BOUNDS = 9
HIT_REASON_MISSED_SHAPE = 10
HIT_REASON_BEFORE_NEAR = 11
HIT_REASON_AFTER_FAR = 12
HIT_REASON_SIDE = 13
HIT_REASON_HIDDEN = 14
HIT_REASON_OUTRANKED = 15
HIT_SELECT_REPLACE = 0
HIT_SELECT_ADD = 1
HIT_SELECT_TOGGLE = 2
HIT_SELECT_SUBTRACT = 3
HIT_SELECT_INTERSECT = 4
HIT_MODEL_UNKNOWN = 0
HIT_MODEL_OBJ = 1
HIT_MODEL_PLY = 2
HIT_MODEL_STL = 3
HIT_MODEL_OFF = 4
HIT_MODEL_GLTF = 5
HIT_MODEL_OTHER = 6
HIT_MODEL_3MF = 7
HIT_MODEL_XYZ = 8
HIT_AXIS_UNKNOWN = 0
HIT_AXIS_POSITIVE_X = 1
HIT_AXIS_POSITIVE_Y = 2
HIT_AXIS_POSITIVE_Z = 3
HIT_AXIS_NEGATIVE_X = 4
HIT_AXIS_NEGATIVE_Y = 5
HIT_AXIS_NEGATIVE_Z = 6

hit_error = _structure("hit_error", status=c_int, offset=c_uint64, line=c_uint64, message=c_char * 200)
hit_allocator_allocate = ctypes.CFUNCTYPE(c_void_p, c_void_p, c_size_t, c_size_t)
hit_allocator_release = ctypes.CFUNCTYPE(None, c_void_p, c_void_p, c_size_t, c_size_t)
hit_allocator = _structure("hit_allocator", allocate=hit_allocator_allocate, release=hit_allocator_release,
                           context=c_void_p)
hit_vec3 = _structure("hit_vec3", x=c_float, y=c_float, z=c_float)
hit_dvec3 = _structure("hit_dvec3", x=c_double, y=c_double, z=c_double)
hit_quat = _structure("hit_quat", x=c_float, y=c_float, z=c_float, w=c_float)
hit_mat3x4 = _structure("hit_mat3x4", m=(c_float * 4) * 3)
hit_ray = _structure("hit_ray", origin=hit_vec3, direction=hit_vec3, t_min=c_float, t_max=c_float)
hit_aabb = _structure("hit_aabb", min=hit_vec3, max=hit_vec3)
hit_obb = _structure("hit_obb", center=hit_vec3, axis=hit_vec3 * 3, half=c_float * 3)
hit_triangle = _structure("hit_triangle", v0=hit_vec3, v1=hit_vec3, v2=hit_vec3)
hit_sphere = _structure("hit_sphere", center=hit_vec3, radius=c_float)
hit_plane = _structure("hit_plane", normal=hit_vec3, offset=c_float)
hit_capsule = _structure("hit_capsule", a=hit_vec3, b=hit_vec3, radius=c_float)
hit_cylinder = _structure("hit_cylinder", a=hit_vec3, b=hit_vec3, radius=c_float)
hit_disc = _structure("hit_disc", center=hit_vec3, normal=hit_vec3, radius=c_float)
hit_cone = _structure("hit_cone", apex=hit_vec3, axis=hit_vec3, tangent=c_float, h_min=c_float, h_max=c_float)
hit_span = _structure("hit_span", t_enter=c_float, t_exit=c_float, face_enter=c_int, face_exit=c_int, inside=c_bool)
hit_triangle_hit = _structure("hit_triangle_hit", t=c_float, u=c_float, v=c_float, w=c_float, side=c_int)
hit_cone_evidence = _structure("hit_cone_evidence", relation=c_int, feature=c_int, index=c_int, point=c_double * 3,
                               height=c_double, margin=c_double, normal=c_double * 3, offset=c_double)
hit_frustum = _structure("hit_frustum", plane=hit_plane * 6)
hit_clip = _structure("hit_clip", order=c_int, depth=c_int, infinite_far=c_bool)
hit_view = _structure("hit_view", eye=hit_vec3, forward=hit_vec3, up=hit_vec3, fov_y=c_float, ortho_height=c_float,
                      width=c_float, height=c_float, near_plane=c_float, far_plane=c_float)
hit_task = ctypes.CFUNCTYPE(None, c_void_p, c_uint32)
hit_task_pool_run = ctypes.CFUNCTYPE(None, c_void_p, c_void_p, c_void_p, c_uint32)
hit_task_pool = _structure("hit_task_pool", run=hit_task_pool_run, context=c_void_p, threads=c_uint32)
hit_mesh = _structure("hit_mesh", vertices=c_void_p, vertex_stride=c_size_t, vertex_count=c_uint32, index_type=c_int,
                      indices=c_void_p, triangle_count=c_uint32)
hit_bvh_scratch = _structure("hit_bvh_scratch", memory=c_void_p, size=c_size_t)
hit_bvh_options_progress = ctypes.CFUNCTYPE(c_bool, c_void_p, c_float)
hit_bvh_options = _structure("hit_bvh_options", quality=c_int, refuse_bad=c_bool, pool=c_void_p, allocator=c_void_p,
                             scratch=c_void_p, progress=hit_bvh_options_progress, progress_context=c_void_p,
                             reserved=c_uint64 * 4)
hit_bvh_stats = _structure("hit_bvh_stats", kind=c_int, primitives=c_uint32, skipped=c_uint32, nodes=c_uint32,
                           leaves=c_uint32, depth=c_uint32, bytes=c_size_t, bytes_per_primitive=c_double,
                           cost=c_double, bounds=hit_aabb)
hit_bvh_view_options = _structure("hit_bvh_view_options", allocator=c_void_p, trusted=c_bool, reserved=c_uint64 * 4)
hit_bvh_hit = _structure("hit_bvh_hit", t=c_float, primitive=c_uint32, u=c_float, v=c_float, w=c_float, side=c_int,
                         face=c_int, slot=c_uint32)
hit_bvh_filter_accept = ctypes.CFUNCTYPE(c_bool, c_void_p, c_void_p)
hit_bvh_filter = _structure("hit_bvh_filter", sides=c_int, masks=c_void_p, mask=c_uint32, unique=c_bool,
                            accept=hit_bvh_filter_accept, accept_context=c_void_p, reserved=c_uint64 * 4)
hit_bvh_work = _structure("hit_bvh_work", nodes=c_uint32, leaves=c_uint32)
hit_bvh_visitor = ctypes.CFUNCTYPE(c_bool, c_void_p, c_void_p)
hit_bvh_closest = _structure("hit_bvh_closest", distance=c_float, primitive=c_uint32, point=hit_vec3, u=c_float,
                             v=c_float, w=c_float)
hit_bvh_batch_options = _structure("hit_bvh_batch_options", ray_stride=c_size_t, result_stride=c_size_t,
                                   filter=c_void_p, ray_masks=c_void_p, ray_mask_stride=c_size_t, pool=c_void_p,
                                   reserved=c_uint64 * 4)
hit_dray = _structure("hit_dray", origin=hit_dvec3, direction=hit_vec3, t_min=c_float, t_max=c_float)
hit_placement = _structure("hit_placement", origin=hit_dvec3, linear=(c_float * 3) * 3)
hit_user_hit = _structure("hit_user_hit", t=c_float, normal=hit_vec3, primitive=c_uint32)
hit_user_shape_first = ctypes.CFUNCTYPE(c_bool, c_void_p, c_void_p, c_void_p)
hit_user_shape = _structure("hit_user_shape", bounds=hit_aabb, first=hit_user_shape_first, context=c_void_p)
hit_object = _structure("hit_object", placement=hit_placement, layers=c_uint32, priority=c_int32, disabled=c_bool,
                        user=c_void_p, reserved=c_uint64 * 4)
hit_object_shape = _structure("hit_object_shape", kind=c_int, box=hit_aabb, mesh=c_void_p, sphere=hit_sphere,
                              capsule=hit_capsule, cylinder=hit_cylinder, points=c_void_p, point_count=c_uint32,
                              radius=c_float, user=hit_user_shape)
hit_daabb = _structure("hit_daabb", min=hit_dvec3, max=hit_dvec3)
hit_scene_stats = _structure("hit_scene_stats", objects=c_uint32, committed=c_uint32, waiting=c_uint32,
                             commits=c_uint64, rebuilds=c_uint64, cost=c_double, bytes=c_size_t, bounds=hit_daabb)
hit_scene_hit = _structure("hit_scene_hit", id=c_uint64, t=c_float, primitive=c_uint32, t_double=c_double, u=c_float,
                           v=c_float, w=c_float, side=c_int, face=c_int, normal=hit_vec3, point=hit_dvec3)
hit_scene_filter_accept = ctypes.CFUNCTYPE(c_bool, c_void_p, c_uint64, c_void_p)
hit_scene_filter = _structure("hit_scene_filter", layers=c_uint32, sides=c_int, accept=hit_scene_filter_accept,
                              accept_context=c_void_p, reserved=c_uint64 * 4)
hit_scene_batch_options = _structure("hit_scene_batch_options", ray_stride=c_size_t, result_stride=c_size_t,
                                     filter=c_void_p, ray_masks=c_void_p, ray_mask_stride=c_size_t, pool=c_void_p,
                                     reserved=c_uint64 * 4)
hit_scene_closest = _structure("hit_scene_closest", id=c_uint64, distance=c_double, point=hit_dvec3, primitive=c_uint32)
hit_screen = _structure("hit_screen", x=c_float, y=c_float, width=c_float, height=c_float, y_up=c_bool,
                        centers=c_bool, pixel_ratio=c_float)
hit_camera = _structure("hit_camera", eye=hit_dvec3, x=c_double * 4, y=c_double * 4, w=c_double * 4,
                        near_plane=c_double * 4, far_plane=c_double * 4, orthographic=c_bool, screen=hit_screen)
hit_lens = _structure("hit_lens", clip=hit_clip, y_down=c_bool, origin=hit_dvec3)
hit_pick_near_hit = _structure("hit_pick_near_hit", id=c_uint64, priority=c_int32, inside=c_bool, pixels=c_double,
                               depth=c_double, point=hit_dvec3, primitive=c_uint32)
hit_area_options = _structure("hit_area_options", contained=c_bool, visible=c_bool, step=c_float, filter=c_void_p,
                              reserved=c_uint64 * 4)
hit_explanation = _structure("hit_explanation", reason=c_int, id=c_uint64, other=c_uint64, t=c_float, other_t=c_float,
                             layers=c_uint32, filter_layers=c_uint32, priority=c_int32, other_priority=c_int32,
                             off=c_double * 2, stale=c_bool, text=c_char * 400)
hit_selection_diff = _structure("hit_selection_diff", added=c_void_p, added_count=c_uint32, removed=c_void_p,
                                removed_count=c_uint32, primary_before=c_uint64, primary_after=c_uint64)
hit_model_mesh = _structure("hit_model_mesh", name=c_char_p, vertices=c_void_p, vertex_count=c_uint32,
                            indices=c_void_p, triangle_count=c_uint32, faces=c_void_p, points=c_void_p,
                            point_count=c_uint32, normals=c_void_p, colors=c_void_p, uvs=c_void_p, materials=c_void_p,
                            material=c_uint32)
hit_model_texture = _structure("hit_model_texture", name=c_char_p, bytes=c_void_p, size=c_size_t, clamp_u=c_bool,
                               clamp_v=c_bool, transform=c_float * 6)
hit_model_material = _structure("hit_model_material", name=c_char_p, color=c_float * 4, texture=c_uint32,
                                alpha_cutoff=c_float, is_blended=c_bool, is_two_sided=c_bool)
hit_model_camera = _structure("hit_model_camera", name=c_char_p, placement=hit_placement, is_orthographic=c_bool,
                              y_fov=c_double, y_extent=c_double, near_z=c_double, far_z=c_double, aspect=c_double)
hit_model_part = _structure("hit_model_part", name=c_char_p, mesh=c_uint32, placement=hit_placement, path=c_char_p)
hit_model = _structure("hit_model", format=c_int, meshes=c_void_p, mesh_count=c_uint32, parts=c_void_p,
                       part_count=c_uint32, triangle_count=c_uint64, point_count=c_uint64, skipped_faces=c_uint64,
                       bytes=c_size_t, notes=c_void_p, note_count=c_uint32, up=c_int, unit=c_double, cameras=c_void_p,
                       camera_count=c_uint32, materials=c_void_p, material_count=c_uint32, textures=c_void_p,
                       texture_count=c_uint32, files=c_void_p, file_count=c_uint32)
hit_model_options = _structure("hit_model_options", allocator=c_void_p, pool=c_void_p, max_bytes=c_uint64,
                               allow_files=c_bool, appearance=c_bool, scene=c_uint32, helper_bytes=c_uint64,
                               helper_seconds=c_uint32, format=c_int, reserved=c_uint64 * 4)
hit_model_scene_options = _structure("hit_model_scene_options", allocator=c_void_p, pool=c_void_p, quality=c_int,
                                     layers=c_uint32, reserved=c_uint64 * 4)

FUNCTIONS["hit_cpu_best"] = (c_int, [])
FUNCTIONS["hit_cpu_in_use"] = (c_int, [])
FUNCTIONS["hit_cpu_restrict"] = (c_int, [c_int])
FUNCTIONS["hit_cpu_name"] = (c_char_p, [c_int])
FUNCTIONS["hit_status_text"] = (c_char_p, [c_int])
FUNCTIONS["hit_version"] = (c_char_p, [])
FUNCTIONS["hit_vec3_make"] = (hit_vec3, [c_float, c_float, c_float])
FUNCTIONS["hit_vec3_add"] = (hit_vec3, [hit_vec3, hit_vec3])
FUNCTIONS["hit_vec3_sub"] = (hit_vec3, [hit_vec3, hit_vec3])
FUNCTIONS["hit_vec3_scale"] = (hit_vec3, [hit_vec3, c_float])
FUNCTIONS["hit_vec3_min"] = (hit_vec3, [hit_vec3, hit_vec3])
FUNCTIONS["hit_vec3_max"] = (hit_vec3, [hit_vec3, hit_vec3])
FUNCTIONS["hit_vec3_dot"] = (c_float, [hit_vec3, hit_vec3])
FUNCTIONS["hit_vec3_cross"] = (hit_vec3, [hit_vec3, hit_vec3])
FUNCTIONS["hit_vec3_length"] = (c_float, [hit_vec3])
FUNCTIONS["hit_vec3_normalize"] = (hit_vec3, [hit_vec3])
FUNCTIONS["hit_vec3_is_finite"] = (c_bool, [hit_vec3])
FUNCTIONS["hit_dvec3_make"] = (hit_dvec3, [c_double, c_double, c_double])
FUNCTIONS["hit_dvec3_from"] = (hit_dvec3, [hit_vec3])
FUNCTIONS["hit_dvec3_sub"] = (hit_dvec3, [hit_dvec3, hit_dvec3])
FUNCTIONS["hit_dvec3_relative"] = (hit_vec3, [hit_dvec3, hit_dvec3])
FUNCTIONS["hit_quat_from_axis_angle"] = (hit_quat, [hit_vec3, c_float])
FUNCTIONS["hit_quat_mul"] = (hit_quat, [hit_quat, hit_quat])
FUNCTIONS["hit_quat_normalize"] = (hit_quat, [hit_quat])
FUNCTIONS["hit_quat_rotate"] = (hit_vec3, [hit_quat, hit_vec3])
FUNCTIONS["hit_mat3x4_identity"] = (hit_mat3x4, [])
FUNCTIONS["hit_mat3x4_from_array"] = (hit_mat3x4, [c_void_p, c_int])
FUNCTIONS["hit_mat3x4_from_doubles"] = (hit_mat3x4, [c_void_p, c_int])
FUNCTIONS["hit_mat3x4_from_trs"] = (hit_mat3x4, [hit_vec3, hit_quat, hit_vec3])
FUNCTIONS["hit_mat3x4_mul"] = (hit_mat3x4, [c_void_p, c_void_p])
FUNCTIONS["hit_mat3x4_invert"] = (c_bool, [c_void_p, c_void_p])
FUNCTIONS["hit_mat3x4_determinant"] = (c_double, [c_void_p])
FUNCTIONS["hit_mat3x4_point"] = (hit_vec3, [c_void_p, hit_vec3])
FUNCTIONS["hit_mat3x4_vector"] = (hit_vec3, [c_void_p, hit_vec3])
FUNCTIONS["hit_mat3x4_normal"] = (hit_vec3, [c_void_p, hit_vec3])
FUNCTIONS["hit_face_name"] = (c_char_p, [c_int])
FUNCTIONS["hit_line_make"] = (hit_ray, [hit_vec3, hit_vec3])
FUNCTIONS["hit_ray_make"] = (hit_ray, [hit_vec3, hit_vec3])
FUNCTIONS["hit_segment_make"] = (hit_ray, [hit_vec3, hit_vec3])
FUNCTIONS["hit_ray_clip"] = (hit_ray, [hit_ray, c_float, c_float])
FUNCTIONS["hit_ray_at"] = (hit_vec3, [hit_ray, c_float])
FUNCTIONS["hit_ray_distance"] = (c_float, [hit_ray, c_float])
FUNCTIONS["hit_ray_is_valid"] = (c_bool, [hit_ray])
FUNCTIONS["hit_ray_transform"] = (hit_ray, [hit_ray, c_void_p])
FUNCTIONS["hit_aabb_make"] = (hit_aabb, [hit_vec3, hit_vec3])
FUNCTIONS["hit_aabb_empty"] = (hit_aabb, [])
FUNCTIONS["hit_aabb_from_center"] = (hit_aabb, [hit_vec3, hit_vec3])
FUNCTIONS["hit_aabb_from_points"] = (hit_aabb, [c_void_p, c_size_t, c_size_t])
FUNCTIONS["hit_aabb_is_empty"] = (c_bool, [hit_aabb])
FUNCTIONS["hit_aabb_union"] = (hit_aabb, [hit_aabb, hit_aabb])
FUNCTIONS["hit_aabb_contains"] = (c_bool, [hit_aabb, hit_vec3])
FUNCTIONS["hit_aabb_contains_aabb"] = (c_bool, [hit_aabb, hit_aabb])
FUNCTIONS["hit_aabb_center"] = (hit_vec3, [hit_aabb])
FUNCTIONS["hit_aabb_half"] = (hit_vec3, [hit_aabb])
FUNCTIONS["hit_aabb_area"] = (c_float, [hit_aabb])
FUNCTIONS["hit_aabb_transform"] = (hit_aabb, [hit_aabb, c_void_p])
FUNCTIONS["hit_aabb_normal"] = (hit_vec3, [c_int])
FUNCTIONS["hit_obb_make"] = (hit_obb, [hit_vec3, hit_quat, hit_vec3])
FUNCTIONS["hit_obb_from_aabb_matrix"] = (c_bool, [hit_aabb, c_void_p, c_void_p])
FUNCTIONS["hit_obb_contains"] = (c_bool, [c_void_p, hit_vec3])
FUNCTIONS["hit_obb_bounds"] = (hit_aabb, [c_void_p])
FUNCTIONS["hit_obb_normal"] = (hit_vec3, [c_void_p, c_int])
FUNCTIONS["hit_triangle_make"] = (hit_triangle, [hit_vec3, hit_vec3, hit_vec3])
FUNCTIONS["hit_triangle_normal"] = (hit_vec3, [c_void_p])
FUNCTIONS["hit_triangle_bounds"] = (hit_aabb, [c_void_p])
FUNCTIONS["hit_triangle_at"] = (hit_vec3, [c_void_p, c_float, c_float, c_float])
FUNCTIONS["hit_triangle_transform"] = (hit_triangle, [c_void_p, c_void_p])
FUNCTIONS["hit_sphere_make"] = (hit_sphere, [hit_vec3, c_float])
FUNCTIONS["hit_sphere_from_points"] = (hit_sphere, [c_void_p, c_size_t, c_size_t])
FUNCTIONS["hit_sphere_contains"] = (c_bool, [hit_sphere, hit_vec3])
FUNCTIONS["hit_sphere_bounds"] = (hit_aabb, [hit_sphere])
FUNCTIONS["hit_sphere_normal"] = (hit_vec3, [hit_sphere, hit_vec3])
FUNCTIONS["hit_plane_make"] = (hit_plane, [hit_vec3, hit_vec3])
FUNCTIONS["hit_plane_normal"] = (hit_vec3, [hit_plane])
FUNCTIONS["hit_plane_from_points"] = (hit_plane, [hit_vec3, hit_vec3, hit_vec3])
FUNCTIONS["hit_plane_distance"] = (c_float, [hit_plane, hit_vec3])
FUNCTIONS["hit_capsule_make"] = (hit_capsule, [hit_vec3, hit_vec3, c_float])
FUNCTIONS["hit_capsule_bounds"] = (hit_aabb, [hit_capsule])
FUNCTIONS["hit_capsule_normal"] = (hit_vec3, [hit_capsule, hit_vec3])
FUNCTIONS["hit_cylinder_make"] = (hit_cylinder, [hit_vec3, hit_vec3, c_float])
FUNCTIONS["hit_cylinder_bounds"] = (hit_aabb, [hit_cylinder])
FUNCTIONS["hit_cylinder_normal"] = (hit_vec3, [hit_cylinder, c_int, hit_vec3])
FUNCTIONS["hit_disc_make"] = (hit_disc, [hit_vec3, hit_vec3, c_float])
FUNCTIONS["hit_disc_bounds"] = (hit_aabb, [hit_disc])
FUNCTIONS["hit_disc_normal"] = (hit_vec3, [hit_disc])
FUNCTIONS["hit_cone_make"] = (hit_cone, [hit_vec3, hit_vec3, c_float])
FUNCTIONS["hit_cone_from_tan"] = (hit_cone, [hit_vec3, hit_vec3, c_float])
FUNCTIONS["hit_cone_from_sin"] = (hit_cone, [hit_vec3, hit_vec3, c_float])
FUNCTIONS["hit_cone_from_cos"] = (hit_cone, [hit_vec3, hit_vec3, c_float])
FUNCTIONS["hit_cone_from_radii"] = (hit_cone, [hit_vec3, c_float, hit_vec3, c_float])
FUNCTIONS["hit_cone_clip"] = (hit_cone, [hit_cone, c_float, c_float])
FUNCTIONS["hit_cone_is_valid"] = (c_bool, [c_void_p])
FUNCTIONS["hit_cone_half_angle"] = (c_float, [c_void_p])
FUNCTIONS["hit_cone_contains"] = (c_bool, [c_void_p, hit_vec3])
FUNCTIONS["hit_cone_bounds"] = (hit_aabb, [c_void_p])
FUNCTIONS["hit_cone_normal"] = (hit_vec3, [c_void_p, c_int, hit_vec3])
FUNCTIONS["hit_ray_aabb"] = (c_bool, [hit_ray, hit_aabb, c_void_p])
FUNCTIONS["hit_ray_triangle"] = (c_bool, [hit_ray, c_void_p, c_void_p])
FUNCTIONS["hit_ray_leave_triangle"] = (hit_ray, [c_void_p, hit_vec3, hit_vec3])
FUNCTIONS["hit_ray_obb"] = (c_bool, [hit_ray, c_void_p, c_void_p])
FUNCTIONS["hit_ray_box_affine"] = (c_bool, [hit_ray, hit_aabb, c_void_p, c_void_p])
FUNCTIONS["hit_box_affine_normal"] = (hit_vec3, [c_void_p, c_int])
FUNCTIONS["hit_ray_plane"] = (c_bool, [hit_ray, hit_plane, c_void_p])
FUNCTIONS["hit_ray_sphere"] = (c_bool, [hit_ray, hit_sphere, c_void_p])
FUNCTIONS["hit_ray_capsule"] = (c_bool, [hit_ray, hit_capsule, c_void_p])
FUNCTIONS["hit_ray_cylinder"] = (c_bool, [hit_ray, hit_cylinder, c_void_p])
FUNCTIONS["hit_ray_disc"] = (c_bool, [hit_ray, hit_disc, c_void_p])
FUNCTIONS["hit_ray_cone"] = (c_bool, [hit_ray, c_void_p, c_void_p])
FUNCTIONS["hit_ray_aabb_first"] = (c_bool, [hit_ray, c_void_p, c_size_t, c_uint32, c_void_p, c_void_p])
FUNCTIONS["hit_ray_aabb_mask"] = (c_uint32, [hit_ray, c_void_p, c_size_t, c_uint32, c_void_p])
FUNCTIONS["hit_cone_aabb"] = (c_int, [c_void_p, hit_aabb, c_void_p])
FUNCTIONS["hit_cone_obb"] = (c_int, [c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_cone_sphere"] = (c_int, [c_void_p, hit_sphere, c_void_p])
FUNCTIONS["hit_cone_triangle"] = (c_int, [c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_cone_segment"] = (c_int, [c_void_p, hit_vec3, hit_vec3, c_void_p])
FUNCTIONS["hit_cone_point"] = (c_int, [c_void_p, hit_vec3, c_void_p])
FUNCTIONS["hit_cone_evidence_point"] = (hit_vec3, [c_void_p, c_void_p])
FUNCTIONS["hit_cone_reach"] = (c_double, [c_void_p, c_void_p])
FUNCTIONS["hit_relation_name"] = (c_char_p, [c_int])
FUNCTIONS["hit_feature_name"] = (c_char_p, [c_int])
FUNCTIONS["hit_cone_meets_aabb"] = (c_bool, [c_void_p, hit_aabb])
FUNCTIONS["hit_cone_meets_obb"] = (c_bool, [c_void_p, c_void_p])
FUNCTIONS["hit_cone_meets_sphere"] = (c_bool, [c_void_p, hit_sphere])
FUNCTIONS["hit_cone_meets_triangle"] = (c_bool, [c_void_p, c_void_p])
FUNCTIONS["hit_cone_meets_segment"] = (c_bool, [c_void_p, hit_vec3, hit_vec3])
FUNCTIONS["hit_cone_contains_aabb"] = (c_bool, [c_void_p, hit_aabb])
FUNCTIONS["hit_cone_contains_obb"] = (c_bool, [c_void_p, c_void_p])
FUNCTIONS["hit_cone_contains_sphere"] = (c_bool, [c_void_p, hit_sphere])
FUNCTIONS["hit_cone_contains_triangle"] = (c_bool, [c_void_p, c_void_p])
FUNCTIONS["hit_cone_contains_segment"] = (c_bool, [c_void_p, hit_vec3, hit_vec3])
FUNCTIONS["hit_cone_aabb_mask"] = (c_uint32, [c_void_p, c_void_p, c_size_t, c_uint32, c_void_p])
FUNCTIONS["hit_cone_aabb_list"] = (c_uint32, [c_void_p, c_void_p, c_size_t, c_uint32, c_void_p, c_uint32])
FUNCTIONS["hit_frustum_from_matrix"] = (c_bool, [c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_view_look_at"] = (hit_view, [hit_vec3, hit_vec3, hit_vec3])
FUNCTIONS["hit_frustum_from_view"] = (c_bool, [c_void_p, c_void_p])
FUNCTIONS["hit_frustum_from_rectangle"] = (c_bool, [c_void_p, c_float, c_float, c_float, c_float, c_void_p])
FUNCTIONS["hit_frustum_from_corners"] = (c_bool, [c_void_p, c_void_p])
FUNCTIONS["hit_frustum_corners"] = (c_bool, [c_void_p, c_void_p])
FUNCTIONS["hit_frustum_point"] = (c_int, [c_void_p, hit_vec3])
FUNCTIONS["hit_frustum_aabb"] = (c_int, [c_void_p, hit_aabb])
FUNCTIONS["hit_frustum_obb"] = (c_int, [c_void_p, c_void_p])
FUNCTIONS["hit_frustum_sphere"] = (c_int, [c_void_p, hit_sphere])
FUNCTIONS["hit_frustum_triangle"] = (c_int, [c_void_p, c_void_p])
FUNCTIONS["hit_frustum_point_quick"] = (c_int, [c_void_p, hit_vec3])
FUNCTIONS["hit_frustum_aabb_quick"] = (c_int, [c_void_p, hit_aabb])
FUNCTIONS["hit_frustum_obb_quick"] = (c_int, [c_void_p, c_void_p])
FUNCTIONS["hit_frustum_sphere_quick"] = (c_int, [c_void_p, hit_sphere])
FUNCTIONS["hit_frustum_triangle_quick"] = (c_int, [c_void_p, c_void_p])
FUNCTIONS["hit_frustum_aabb_mask"] = (c_uint32, [c_void_p, c_void_p, c_size_t, c_uint32, c_void_p, c_void_p])
FUNCTIONS["hit_frustum_aabb_mask_quick"] = (c_uint32, [c_void_p, c_void_p, c_size_t, c_uint32, c_void_p, c_void_p])
FUNCTIONS["hit_aabb_aabb"] = (c_bool, [hit_aabb, hit_aabb])
FUNCTIONS["hit_aabb_obb"] = (c_bool, [hit_aabb, c_void_p])
FUNCTIONS["hit_obb_obb"] = (c_bool, [c_void_p, c_void_p])
FUNCTIONS["hit_aabb_triangle"] = (c_bool, [hit_aabb, c_void_p])
FUNCTIONS["hit_obb_triangle"] = (c_bool, [c_void_p, c_void_p])
FUNCTIONS["hit_sphere_sphere"] = (c_bool, [hit_sphere, hit_sphere])
FUNCTIONS["hit_sphere_aabb"] = (c_bool, [hit_sphere, hit_aabb])
FUNCTIONS["hit_sphere_obb"] = (c_bool, [hit_sphere, c_void_p])
FUNCTIONS["hit_sphere_triangle"] = (c_bool, [hit_sphere, c_void_p])
FUNCTIONS["hit_aabb_contains_obb"] = (c_bool, [hit_aabb, c_void_p])
FUNCTIONS["hit_aabb_contains_triangle"] = (c_bool, [hit_aabb, c_void_p])
FUNCTIONS["hit_obb_contains_aabb"] = (c_bool, [c_void_p, hit_aabb])
FUNCTIONS["hit_obb_contains_obb"] = (c_bool, [c_void_p, c_void_p])
FUNCTIONS["hit_obb_contains_triangle"] = (c_bool, [c_void_p, c_void_p])
FUNCTIONS["hit_sphere_contains_aabb"] = (c_bool, [hit_sphere, hit_aabb])
FUNCTIONS["hit_sphere_contains_obb"] = (c_bool, [hit_sphere, c_void_p])
FUNCTIONS["hit_sphere_contains_triangle"] = (c_bool, [hit_sphere, c_void_p])
FUNCTIONS["hit_thread_pool_create"] = (c_int, [c_uint32, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_thread_pool_destroy"] = (None, [c_void_p])
FUNCTIONS["hit_thread_pool_tasks"] = (hit_task_pool, [c_void_p])
FUNCTIONS["hit_bvh_build_triangles"] = (c_int, [c_void_p, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_bvh_build_aabbs"] = (c_int, [c_void_p, c_size_t, c_uint32, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_bvh_build_obbs"] = (c_int, [c_void_p, c_size_t, c_uint32, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_bvh_destroy"] = (None, [c_void_p])
FUNCTIONS["hit_bvh_scratch_free"] = (None, [c_void_p, c_void_p])
FUNCTIONS["hit_bvh_refit_triangles"] = (c_int, [c_void_p, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_bvh_refit_aabbs"] = (c_int, [c_void_p, c_void_p, c_size_t, c_uint32, c_void_p, c_void_p])
FUNCTIONS["hit_bvh_refit_obbs"] = (c_int, [c_void_p, c_void_p, c_size_t, c_uint32, c_void_p, c_void_p])
FUNCTIONS["hit_bvh_get_stats"] = (hit_bvh_stats, [c_void_p])
FUNCTIONS["hit_bvh_find_triangle"] = (c_bool, [c_void_p, c_uint32, c_void_p])
FUNCTIONS["hit_bvh_validate"] = (c_int, [c_void_p, c_void_p])
FUNCTIONS["hit_bvh_bytes"] = (c_void_p, [c_void_p, c_void_p])
FUNCTIONS["hit_bvh_view"] = (c_int, [c_void_p, c_size_t, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_bvh_copy"] = (c_int, [c_void_p, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_bvh_save"] = (c_int, [c_void_p, c_char_p, c_void_p])
FUNCTIONS["hit_bvh_load"] = (c_int, [c_char_p, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_bvh_normal"] = (hit_vec3, [c_void_p, c_void_p])
FUNCTIONS["hit_bvh_hit_triangle"] = (c_bool, [c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_bvh_leave"] = (hit_ray, [c_void_p, c_void_p, hit_vec3])
FUNCTIONS["hit_bvh_first"] = (c_bool, [c_void_p, hit_ray, c_void_p, c_void_p])
FUNCTIONS["hit_bvh_any"] = (c_bool, [c_void_p, hit_ray, c_void_p])
FUNCTIONS["hit_bvh_measure"] = (c_bool, [c_void_p, hit_ray, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_bvh_all"] = (c_uint32, [c_void_p, hit_ray, c_void_p, c_void_p, c_uint32])
FUNCTIONS["hit_bvh_first_k"] = (c_uint32, [c_void_p, hit_ray, c_void_p, c_void_p, c_uint32])
FUNCTIONS["hit_bvh_count"] = (c_uint32, [c_void_p, hit_ray, c_void_p])
FUNCTIONS["hit_bvh_visit"] = (c_uint32, [c_void_p, hit_ray, c_void_p, hit_bvh_visitor, c_void_p])
FUNCTIONS["hit_bvh_in_cone"] = (c_uint32, [c_void_p, c_void_p, c_int, c_void_p, c_void_p, c_uint32])
FUNCTIONS["hit_bvh_in_frustum"] = (c_uint32, [c_void_p, c_void_p, c_int, c_void_p, c_void_p, c_uint32])
FUNCTIONS["hit_bvh_in_aabb"] = (c_uint32, [c_void_p, hit_aabb, c_int, c_void_p, c_void_p, c_uint32])
FUNCTIONS["hit_bvh_in_obb"] = (c_uint32, [c_void_p, c_void_p, c_int, c_void_p, c_void_p, c_uint32])
FUNCTIONS["hit_bvh_in_sphere"] = (c_uint32, [c_void_p, hit_sphere, c_int, c_void_p, c_void_p, c_uint32])
FUNCTIONS["hit_bvh_closest_points"] = (c_uint32, [c_void_p, hit_vec3, c_float, c_void_p, c_void_p, c_uint32])
FUNCTIONS["hit_bvh_batch_first"] = (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_bvh_batch_any"] = (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_bvh_batch_count"] = (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_bvh_batch_first_k"] = (c_int, [c_void_p, c_void_p, c_size_t, c_uint32, c_void_p, c_void_p, c_void_p,
                                      c_void_p])
FUNCTIONS["hit_bvh_batch_all"] = (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_bvh_batch_closest"] = (c_int, [c_void_p, c_void_p, c_size_t, c_float, c_uint32, c_void_p, c_void_p,
                                      c_void_p, c_void_p])
FUNCTIONS["hit_bvh_batch_normals"] = (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_dvec3_is_position"] = (c_bool, [hit_dvec3])
FUNCTIONS["hit_dray_make"] = (hit_dray, [hit_dvec3, hit_vec3])
FUNCTIONS["hit_dray_from"] = (hit_dray, [hit_ray])
FUNCTIONS["hit_dray_segment"] = (hit_dray, [hit_dvec3, hit_dvec3])
FUNCTIONS["hit_dray_clip"] = (hit_dray, [hit_dray, c_float, c_float])
FUNCTIONS["hit_dray_relative"] = (hit_ray, [hit_dray, hit_dvec3])
FUNCTIONS["hit_dray_distance"] = (c_double, [hit_dray, c_double])
FUNCTIONS["hit_dray_at"] = (hit_dvec3, [hit_dray, c_double])
FUNCTIONS["hit_dray_is_valid"] = (c_bool, [hit_dray])
FUNCTIONS["hit_placement_at"] = (hit_placement, [hit_dvec3])
FUNCTIONS["hit_placement_from_matrix"] = (hit_placement, [c_void_p])
FUNCTIONS["hit_placement_from_array"] = (hit_placement, [c_void_p, c_int])
FUNCTIONS["hit_placement_from_doubles"] = (hit_placement, [c_void_p, c_int])
FUNCTIONS["hit_placement_from_trs"] = (hit_placement, [hit_dvec3, hit_quat, hit_vec3])
FUNCTIONS["hit_placement_is_valid"] = (c_bool, [c_void_p])
FUNCTIONS["hit_object_kind_name"] = (c_char_p, [c_int])
FUNCTIONS["hit_object_at"] = (hit_object, [hit_dvec3])
FUNCTIONS["hit_scene_create"] = (c_int, [c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_scene_destroy"] = (None, [c_void_p])
FUNCTIONS["hit_scene_own_mesh"] = (c_int, [c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_scene_add_box"] = (c_int, [c_void_p, c_void_p, hit_aabb, c_void_p, c_void_p])
FUNCTIONS["hit_scene_add_mesh"] = (c_int, [c_void_p, c_void_p, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_scene_add_sphere"] = (c_int, [c_void_p, c_void_p, hit_sphere, c_void_p, c_void_p])
FUNCTIONS["hit_scene_add_capsule"] = (c_int, [c_void_p, c_void_p, hit_capsule, c_void_p, c_void_p])
FUNCTIONS["hit_scene_add_cylinder"] = (c_int, [c_void_p, c_void_p, hit_cylinder, c_void_p, c_void_p])
FUNCTIONS["hit_scene_add_polyline"] = (c_int, [c_void_p, c_void_p, c_void_p, c_size_t, c_uint32, c_float, c_void_p,
                                       c_void_p])
FUNCTIONS["hit_scene_add_points"] = (c_int, [c_void_p, c_void_p, c_void_p, c_size_t, c_uint32, c_float, c_void_p,
                                     c_void_p])
FUNCTIONS["hit_scene_add_user"] = (c_int, [c_void_p, c_void_p, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_scene_remove"] = (c_int, [c_void_p, c_uint64, c_void_p])
FUNCTIONS["hit_scene_move"] = (c_int, [c_void_p, c_uint64, c_void_p, c_void_p])
FUNCTIONS["hit_scene_move_many"] = (c_int, [c_void_p, c_void_p, c_void_p, c_size_t, c_uint32, c_void_p])
FUNCTIONS["hit_scene_move_origins"] = (c_int, [c_void_p, c_void_p, c_void_p, c_size_t, c_uint32, c_void_p])
FUNCTIONS["hit_scene_set"] = (c_int, [c_void_p, c_uint64, c_void_p, c_void_p])
FUNCTIONS["hit_scene_replace_box"] = (c_int, [c_void_p, c_uint64, hit_aabb, c_void_p])
FUNCTIONS["hit_scene_replace_mesh"] = (c_int, [c_void_p, c_uint64, c_void_p, c_void_p])
FUNCTIONS["hit_scene_replace_sphere"] = (c_int, [c_void_p, c_uint64, hit_sphere, c_void_p])
FUNCTIONS["hit_scene_replace_capsule"] = (c_int, [c_void_p, c_uint64, hit_capsule, c_void_p])
FUNCTIONS["hit_scene_replace_cylinder"] = (c_int, [c_void_p, c_uint64, hit_cylinder, c_void_p])
FUNCTIONS["hit_scene_replace_points"] = (c_int, [c_void_p, c_uint64, c_void_p, c_size_t, c_uint32, c_float, c_void_p])
FUNCTIONS["hit_scene_replace_user"] = (c_int, [c_void_p, c_uint64, c_void_p, c_void_p])
FUNCTIONS["hit_scene_commit"] = (c_int, [c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_scene_has"] = (c_bool, [c_void_p, c_uint64])
FUNCTIONS["hit_scene_get"] = (c_int, [c_void_p, c_uint64, c_void_p])
FUNCTIONS["hit_scene_shape"] = (c_bool, [c_void_p, c_uint64, c_void_p])
FUNCTIONS["hit_scene_bounds"] = (c_bool, [c_void_p, c_uint64, c_void_p])
FUNCTIONS["hit_scene_get_stats"] = (hit_scene_stats, [c_void_p])
FUNCTIONS["hit_scene_list"] = (c_uint32, [c_void_p, c_void_p, c_uint32])
FUNCTIONS["hit_scene_first"] = (c_bool, [c_void_p, hit_dray, c_void_p, c_void_p])
FUNCTIONS["hit_scene_any"] = (c_bool, [c_void_p, hit_dray, c_void_p])
FUNCTIONS["hit_scene_all"] = (c_uint32, [c_void_p, hit_dray, c_void_p, c_void_p, c_uint32])
FUNCTIONS["hit_scene_first_k"] = (c_uint32, [c_void_p, hit_dray, c_void_p, c_void_p, c_uint32])
FUNCTIONS["hit_scene_count"] = (c_uint32, [c_void_p, hit_dray, c_void_p])
FUNCTIONS["hit_scene_batch_first"] = (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_scene_batch_any"] = (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_scene_batch_count"] = (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_scene_batch_first_k"] = (c_int, [c_void_p, c_void_p, c_size_t, c_uint32, c_void_p, c_void_p, c_void_p,
                                        c_void_p])
FUNCTIONS["hit_scene_batch_all"] = (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_scene_in_cone"] = (c_uint32, [c_void_p, hit_dvec3, c_void_p, c_int, c_void_p, c_void_p, c_uint32])
FUNCTIONS["hit_scene_in_frustum"] = (c_uint32, [c_void_p, hit_dvec3, c_void_p, c_int, c_void_p, c_void_p, c_uint32])
FUNCTIONS["hit_scene_in_aabb"] = (c_uint32, [c_void_p, hit_dvec3, hit_aabb, c_int, c_void_p, c_void_p, c_uint32])
FUNCTIONS["hit_scene_in_obb"] = (c_uint32, [c_void_p, hit_dvec3, c_void_p, c_int, c_void_p, c_void_p, c_uint32])
FUNCTIONS["hit_scene_in_sphere"] = (c_uint32, [c_void_p, hit_dvec3, hit_sphere, c_int, c_void_p, c_void_p, c_uint32])
FUNCTIONS["hit_scene_closest_points"] = (c_uint32, [c_void_p, hit_dvec3, c_double, c_void_p, c_void_p, c_uint32])
FUNCTIONS["hit_scene_batch_closest"] = (c_int, [c_void_p, c_void_p, c_size_t, c_double, c_uint32, c_void_p, c_void_p,
                                        c_void_p, c_void_p])
FUNCTIONS["hit_scene_save"] = (c_int, [c_void_p, c_char_p, c_void_p])
FUNCTIONS["hit_scene_load"] = (c_int, [c_char_p, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_screen_make"] = (hit_screen, [c_float, c_float])
FUNCTIONS["hit_lens_opengl"] = (hit_lens, [])
FUNCTIONS["hit_lens_vulkan"] = (hit_lens, [])
FUNCTIONS["hit_lens_direct3d"] = (hit_lens, [])
FUNCTIONS["hit_camera_from_matrices"] = (c_bool, [c_void_p, c_void_p, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_camera_from_matrices_double"] = (c_bool, [c_void_p, c_void_p, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_camera_from_view"] = (c_bool, [c_void_p, hit_dvec3, c_void_p, c_void_p])
FUNCTIONS["hit_camera_ray"] = (hit_dray, [c_void_p, c_double, c_double])
FUNCTIONS["hit_camera_project"] = (c_bool, [c_void_p, hit_dvec3, c_void_p, c_void_p])
FUNCTIONS["hit_camera_distance"] = (c_double, [c_void_p, hit_dvec3])
FUNCTIONS["hit_camera_pixel_size"] = (c_double, [c_void_p, c_double])
FUNCTIONS["hit_camera_frustum"] = (c_bool, [c_void_p, c_double, c_double, c_double, c_double, c_void_p])
FUNCTIONS["hit_pick_first"] = (c_bool, [c_void_p, c_void_p, c_double, c_double, c_void_p, c_void_p])
FUNCTIONS["hit_pick_all"] = (c_uint32, [c_void_p, c_void_p, c_double, c_double, c_void_p, c_void_p, c_uint32])
FUNCTIONS["hit_pick_near"] = (c_uint32, [c_void_p, c_void_p, c_double, c_double, c_double, c_void_p, c_void_p,
                              c_uint32])
FUNCTIONS["hit_pick_rect"] = (c_uint32, [c_void_p, c_void_p, c_double, c_double, c_double, c_double, c_void_p,
                              c_void_p, c_uint32])
FUNCTIONS["hit_pick_lasso"] = (c_uint32, [c_void_p, c_void_p, c_void_p, c_uint32, c_void_p, c_void_p, c_uint32])
FUNCTIONS["hit_pick_brush"] = (c_uint32, [c_void_p, c_void_p, c_double, c_double, c_double, c_void_p, c_void_p,
                               c_uint32])
FUNCTIONS["hit_explain"] = (hit_explanation, [c_void_p, c_void_p, c_double, c_double, c_void_p, c_uint64])
FUNCTIONS["hit_reason_name"] = (c_char_p, [c_int])
FUNCTIONS["hit_selection_create"] = (c_int, [c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_selection_destroy"] = (None, [c_void_p])
FUNCTIONS["hit_selection_apply"] = (c_int, [c_void_p, c_int, c_void_p, c_uint32, c_void_p, c_void_p])
FUNCTIONS["hit_selection_restore"] = (c_int, [c_void_p, c_void_p, c_uint32, c_void_p, c_uint32, c_uint64, c_void_p,
                                      c_void_p])
FUNCTIONS["hit_selection_prune"] = (c_int, [c_void_p, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_selection_has"] = (c_bool, [c_void_p, c_uint64])
FUNCTIONS["hit_selection_count"] = (c_uint32, [c_void_p])
FUNCTIONS["hit_selection_list"] = (c_uint32, [c_void_p, c_void_p, c_uint32])
FUNCTIONS["hit_selection_primary"] = (c_uint64, [c_void_p])
FUNCTIONS["hit_selection_set_hover"] = (c_bool, [c_void_p, c_uint64])
FUNCTIONS["hit_selection_hover"] = (c_uint64, [c_void_p])
FUNCTIONS["hit_selection_click"] = (c_int, [c_void_p, c_void_p, c_void_p, c_double, c_double, c_double, c_int,
                                    c_void_p, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_model_format_name"] = (c_char_p, [c_int])
FUNCTIONS["hit_model_load"] = (c_int, [c_char_p, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_model_read"] = (c_int, [c_void_p, c_size_t, c_int, c_void_p, c_void_p, c_void_p])
FUNCTIONS["hit_model_destroy"] = (None, [c_void_p])
FUNCTIONS["hit_model_triangles"] = (hit_mesh, [c_void_p, c_uint32])
FUNCTIONS["hit_scene_from_model"] = (c_int, [c_void_p, c_void_p, c_void_p, c_void_p])
