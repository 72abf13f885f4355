"""What the public headers declare, for ctypes. Made by scripts/declarations.py from include/hitscan; do not edit.

Types and functions are made when they are first asked for: importing all of them would take longer than most programs
need of them. ``hit_ray`` of this module is a type, ``FUNCTIONS["hit_bvh_first"]()`` a result and arguments.
"""
from __future__ import annotations

import ctypes
from ctypes import c_bool, c_char, c_char_p, c_double, c_float, c_int, c_int32, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any, Callable, Dict, List, Tuple


def _structure(name: str, /, **fields: Any) -> Any:
    return type(name, (ctypes.Structure,), {"_fields_": list(fields.items())})


def _(name: str) -> Any:
    """The type of this name; one only, whichever thread makes it."""
    made = globals().get(name)
    return made if made is not None else globals().setdefault(name, TYPES[name]())


def __getattr__(name: str) -> Any:
    if name not in TYPES:
        raise AttributeError(f"hitscan declares no {name}")
    return _(name)


HIT_BVH_NONE = 2**32 - 1
HIT_ID_NONE = 0
HIT_CPU_PORTABLE = 0
HIT_CPU_SSE4 = 1
HIT_CPU_AVX2 = 2
HIT_CPU_NEON = 3
HIT_CPU_WASM = 4
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

# Each struct and each kind of callback.
TYPES: Dict[str, Callable[[], Any]] = {
    "hit_error": lambda: _structure("hit_error", status=c_int, offset=c_uint64, line=c_uint64, message=c_char * 200),
    "hit_allocator_allocate": lambda: ctypes.CFUNCTYPE(c_void_p, c_void_p, c_size_t, c_size_t),
    "hit_allocator_release": lambda: ctypes.CFUNCTYPE(None, c_void_p, c_void_p, c_size_t, c_size_t),
    "hit_allocator": lambda: _structure("hit_allocator", allocate=_("hit_allocator_allocate"),
                                        release=_("hit_allocator_release"), context=c_void_p),
    "hit_vec3": lambda: _structure("hit_vec3", x=c_float, y=c_float, z=c_float),
    "hit_dvec3": lambda: _structure("hit_dvec3", x=c_double, y=c_double, z=c_double),
    "hit_quat": lambda: _structure("hit_quat", x=c_float, y=c_float, z=c_float, w=c_float),
    "hit_mat3x4": lambda: _structure("hit_mat3x4", m=(c_float * 4) * 3),
    "hit_ray": lambda: _structure("hit_ray", origin=_("hit_vec3"), direction=_("hit_vec3"), t_min=c_float,
                                  t_max=c_float),
    "hit_aabb": lambda: _structure("hit_aabb", min=_("hit_vec3"), max=_("hit_vec3")),
    "hit_obb": lambda: _structure("hit_obb", center=_("hit_vec3"), axis=_("hit_vec3") * 3, half=c_float * 3),
    "hit_triangle": lambda: _structure("hit_triangle", v0=_("hit_vec3"), v1=_("hit_vec3"), v2=_("hit_vec3")),
    "hit_sphere": lambda: _structure("hit_sphere", center=_("hit_vec3"), radius=c_float),
    "hit_plane": lambda: _structure("hit_plane", normal=_("hit_vec3"), offset=c_float),
    "hit_capsule": lambda: _structure("hit_capsule", a=_("hit_vec3"), b=_("hit_vec3"), radius=c_float),
    "hit_cylinder": lambda: _structure("hit_cylinder", a=_("hit_vec3"), b=_("hit_vec3"), radius=c_float),
    "hit_disc": lambda: _structure("hit_disc", center=_("hit_vec3"), normal=_("hit_vec3"), radius=c_float),
    "hit_cone": lambda: _structure("hit_cone", apex=_("hit_vec3"), axis=_("hit_vec3"), tangent=c_float, h_min=c_float,
                                   h_max=c_float),
    "hit_span": lambda: _structure("hit_span", t_enter=c_float, t_exit=c_float, face_enter=c_int, face_exit=c_int,
                                   inside=c_bool),
    "hit_triangle_hit": lambda: _structure("hit_triangle_hit", t=c_float, u=c_float, v=c_float, w=c_float, side=c_int),
    "hit_cone_evidence": lambda: _structure("hit_cone_evidence", relation=c_int, feature=c_int, index=c_int,
                                            point=c_double * 3, height=c_double, margin=c_double, normal=c_double * 3,
                                            offset=c_double),
    "hit_frustum": lambda: _structure("hit_frustum", plane=_("hit_plane") * 6),
    "hit_clip": lambda: _structure("hit_clip", order=c_int, depth=c_int, infinite_far=c_bool),
    "hit_view": lambda: _structure("hit_view", eye=_("hit_vec3"), forward=_("hit_vec3"), up=_("hit_vec3"),
                                   fov_y=c_float, ortho_height=c_float, width=c_float, height=c_float,
                                   near_plane=c_float, far_plane=c_float),
    "hit_task": lambda: ctypes.CFUNCTYPE(None, c_void_p, c_uint32),
    "hit_task_pool_run": lambda: ctypes.CFUNCTYPE(None, c_void_p, c_void_p, c_void_p, c_uint32),
    "hit_task_pool": lambda: _structure("hit_task_pool", run=_("hit_task_pool_run"), context=c_void_p,
                                        threads=c_uint32),
    "hit_mesh": lambda: _structure("hit_mesh", vertices=c_void_p, vertex_stride=c_size_t, vertex_count=c_uint32,
                                   index_type=c_int, indices=c_void_p, triangle_count=c_uint32),
    "hit_bvh_scratch": lambda: _structure("hit_bvh_scratch", memory=c_void_p, size=c_size_t),
    "hit_bvh_options_progress": lambda: ctypes.CFUNCTYPE(c_bool, c_void_p, c_float),
    "hit_bvh_options": lambda: _structure("hit_bvh_options", quality=c_int, refuse_bad=c_bool, pool=c_void_p,
                                          allocator=c_void_p, scratch=c_void_p,
                                          progress=_("hit_bvh_options_progress"), progress_context=c_void_p,
                                          reserved=c_uint64 * 4),
    "hit_bvh_stats": lambda: _structure("hit_bvh_stats", kind=c_int, primitives=c_uint32, skipped=c_uint32,
                                        nodes=c_uint32, leaves=c_uint32, depth=c_uint32, bytes=c_size_t,
                                        bytes_per_primitive=c_double, cost=c_double, bounds=_("hit_aabb")),
    "hit_bvh_view_options": lambda: _structure("hit_bvh_view_options", allocator=c_void_p, trusted=c_bool,
                                               reserved=c_uint64 * 4),
    "hit_bvh_hit": lambda: _structure("hit_bvh_hit", t=c_float, primitive=c_uint32, u=c_float, v=c_float, w=c_float,
                                      side=c_int, face=c_int, slot=c_uint32),
    "hit_bvh_filter_accept": lambda: ctypes.CFUNCTYPE(c_bool, c_void_p, c_void_p),
    "hit_bvh_filter": lambda: _structure("hit_bvh_filter", sides=c_int, masks=c_void_p, mask=c_uint32, unique=c_bool,
                                         accept=_("hit_bvh_filter_accept"), accept_context=c_void_p,
                                         reserved=c_uint64 * 4),
    "hit_bvh_work": lambda: _structure("hit_bvh_work", nodes=c_uint32, leaves=c_uint32),
    "hit_bvh_visitor": lambda: ctypes.CFUNCTYPE(c_bool, c_void_p, c_void_p),
    "hit_bvh_closest": lambda: _structure("hit_bvh_closest", distance=c_float, primitive=c_uint32,
                                          point=_("hit_vec3"), u=c_float, v=c_float, w=c_float, slot=c_uint32),
    "hit_bvh_batch_options": lambda: _structure("hit_bvh_batch_options", ray_stride=c_size_t, result_stride=c_size_t,
                                                filter=c_void_p, ray_masks=c_void_p, ray_mask_stride=c_size_t,
                                                pool=c_void_p, reserved=c_uint64 * 4),
    "hit_dray": lambda: _structure("hit_dray", origin=_("hit_dvec3"), direction=_("hit_vec3"), t_min=c_float,
                                   t_max=c_float),
    "hit_placement": lambda: _structure("hit_placement", origin=_("hit_dvec3"), linear=(c_float * 3) * 3),
    "hit_user_hit": lambda: _structure("hit_user_hit", t=c_float, normal=_("hit_vec3"), primitive=c_uint32),
    "hit_user_shape_first": lambda: ctypes.CFUNCTYPE(c_bool, c_void_p, c_void_p, c_void_p),
    "hit_user_shape": lambda: _structure("hit_user_shape", bounds=_("hit_aabb"), first=_("hit_user_shape_first"),
                                         context=c_void_p),
    "hit_object": lambda: _structure("hit_object", placement=_("hit_placement"), layers=c_uint32, priority=c_int32,
                                     disabled=c_bool, user=c_void_p, reserved=c_uint64 * 4),
    "hit_object_shape": lambda: _structure("hit_object_shape", kind=c_int, box=_("hit_aabb"), mesh=c_void_p,
                                           sphere=_("hit_sphere"), capsule=_("hit_capsule"),
                                           cylinder=_("hit_cylinder"), points=c_void_p, point_count=c_uint32,
                                           radius=c_float, user=_("hit_user_shape")),
    "hit_daabb": lambda: _structure("hit_daabb", min=_("hit_dvec3"), max=_("hit_dvec3")),
    "hit_scene_stats": lambda: _structure("hit_scene_stats", objects=c_uint32, committed=c_uint32, waiting=c_uint32,
                                          commits=c_uint64, rebuilds=c_uint64, cost=c_double, bytes=c_size_t,
                                          bounds=_("hit_daabb")),
    "hit_scene_hit": lambda: _structure("hit_scene_hit", id=c_uint64, t=c_float, primitive=c_uint32,
                                        t_double=c_double, u=c_float, v=c_float, w=c_float, side=c_int, face=c_int,
                                        normal=_("hit_vec3"), point=_("hit_dvec3")),
    "hit_scene_filter_accept": lambda: ctypes.CFUNCTYPE(c_bool, c_void_p, c_uint64, c_void_p),
    "hit_scene_filter": lambda: _structure("hit_scene_filter", layers=c_uint32, sides=c_int,
                                           accept=_("hit_scene_filter_accept"), accept_context=c_void_p,
                                           reserved=c_uint64 * 4),
    "hit_scene_batch_options": lambda: _structure("hit_scene_batch_options", ray_stride=c_size_t,
                                                  result_stride=c_size_t, filter=c_void_p, ray_masks=c_void_p,
                                                  ray_mask_stride=c_size_t, pool=c_void_p, reserved=c_uint64 * 4),
    "hit_scene_closest": lambda: _structure("hit_scene_closest", id=c_uint64, distance=c_double, point=_("hit_dvec3"),
                                            primitive=c_uint32),
    "hit_screen": lambda: _structure("hit_screen", x=c_float, y=c_float, width=c_float, height=c_float, y_up=c_bool,
                                     centers=c_bool, pixel_ratio=c_float),
    "hit_camera": lambda: _structure("hit_camera", eye=_("hit_dvec3"), x=c_double * 4, y=c_double * 4, w=c_double * 4,
                                     near_plane=c_double * 4, far_plane=c_double * 4, orthographic=c_bool,
                                     screen=_("hit_screen")),
    "hit_lens": lambda: _structure("hit_lens", clip=_("hit_clip"), y_down=c_bool, origin=_("hit_dvec3")),
    "hit_pick_near_hit": lambda: _structure("hit_pick_near_hit", id=c_uint64, priority=c_int32, inside=c_bool,
                                            pixels=c_double, depth=c_double, point=_("hit_dvec3"), primitive=c_uint32),
    "hit_area_options": lambda: _structure("hit_area_options", contained=c_bool, visible=c_bool, step=c_float,
                                           filter=c_void_p, reserved=c_uint64 * 4),
    "hit_explanation": lambda: _structure("hit_explanation", reason=c_int, id=c_uint64, other=c_uint64, t=c_float,
                                          other_t=c_float, layers=c_uint32, filter_layers=c_uint32, priority=c_int32,
                                          other_priority=c_int32, off=c_double * 2, stale=c_bool, text=c_char * 400),
    "hit_selection_diff": lambda: _structure("hit_selection_diff", added=c_void_p, added_count=c_uint32,
                                             removed=c_void_p, removed_count=c_uint32, primary_before=c_uint64,
                                             primary_after=c_uint64),
    "hit_model_mesh": lambda: _structure("hit_model_mesh", name=c_char_p, vertices=c_void_p, vertex_count=c_uint32,
                                         indices=c_void_p, triangle_count=c_uint32, faces=c_void_p, points=c_void_p,
                                         point_count=c_uint32, normals=c_void_p, colors=c_void_p, uvs=c_void_p,
                                         materials=c_void_p, material=c_uint32),
    "hit_model_texture": lambda: _structure("hit_model_texture", name=c_char_p, bytes=c_void_p, size=c_size_t,
                                            clamp_u=c_bool, clamp_v=c_bool, transform=c_float * 6),
    "hit_model_material": lambda: _structure("hit_model_material", name=c_char_p, color=c_float * 4, texture=c_uint32,
                                             alpha_cutoff=c_float, is_blended=c_bool, is_two_sided=c_bool),
    "hit_model_camera": lambda: _structure("hit_model_camera", name=c_char_p, placement=_("hit_placement"),
                                           is_orthographic=c_bool, y_fov=c_double, y_extent=c_double, near_z=c_double,
                                           far_z=c_double, aspect=c_double),
    "hit_model_part": lambda: _structure("hit_model_part", name=c_char_p, mesh=c_uint32, placement=_("hit_placement"),
                                         path=c_char_p),
    "hit_model": lambda: _structure("hit_model", format=c_int, meshes=c_void_p, mesh_count=c_uint32, parts=c_void_p,
                                    part_count=c_uint32, triangle_count=c_uint64, point_count=c_uint64,
                                    skipped_faces=c_uint64, bytes=c_size_t, notes=c_void_p, note_count=c_uint32,
                                    up=c_int, unit=c_double, cameras=c_void_p, camera_count=c_uint32,
                                    materials=c_void_p, material_count=c_uint32, textures=c_void_p,
                                    texture_count=c_uint32, files=c_void_p, file_count=c_uint32),
    "hit_model_options": lambda: _structure("hit_model_options", allocator=c_void_p, pool=c_void_p,
                                            max_bytes=c_uint64, allow_files=c_bool, appearance=c_bool, scene=c_uint32,
                                            helper_bytes=c_uint64, helper_seconds=c_uint32, format=c_int,
                                            reserved=c_uint64 * 4),
    "hit_model_scene_options": lambda: _structure("hit_model_scene_options", allocator=c_void_p, pool=c_void_p,
                                                  quality=c_int, layers=c_uint32, reserved=c_uint64 * 4),
}

# Each function: its result and its arguments. _library.py makes them callable.
FUNCTIONS: Dict[str, Callable[[], Tuple[Any, List[Any]]]] = {
    "hit_cpu_best": lambda: (c_int, []),
    "hit_cpu_in_use": lambda: (c_int, []),
    "hit_cpu_restrict": lambda: (c_int, [c_int]),
    "hit_cpu_name": lambda: (c_char_p, [c_int]),
    "hit_status_text": lambda: (c_char_p, [c_int]),
    "hit_version": lambda: (c_char_p, []),
    "hit_vec3_make": lambda: (_("hit_vec3"), [c_float, c_float, c_float]),
    "hit_vec3_add": lambda: (_("hit_vec3"), [_("hit_vec3"), _("hit_vec3")]),
    "hit_vec3_sub": lambda: (_("hit_vec3"), [_("hit_vec3"), _("hit_vec3")]),
    "hit_vec3_scale": lambda: (_("hit_vec3"), [_("hit_vec3"), c_float]),
    "hit_vec3_min": lambda: (_("hit_vec3"), [_("hit_vec3"), _("hit_vec3")]),
    "hit_vec3_max": lambda: (_("hit_vec3"), [_("hit_vec3"), _("hit_vec3")]),
    "hit_vec3_dot": lambda: (c_float, [_("hit_vec3"), _("hit_vec3")]),
    "hit_vec3_cross": lambda: (_("hit_vec3"), [_("hit_vec3"), _("hit_vec3")]),
    "hit_vec3_length": lambda: (c_float, [_("hit_vec3")]),
    "hit_vec3_normalize": lambda: (_("hit_vec3"), [_("hit_vec3")]),
    "hit_vec3_is_finite": lambda: (c_bool, [_("hit_vec3")]),
    "hit_dvec3_make": lambda: (_("hit_dvec3"), [c_double, c_double, c_double]),
    "hit_dvec3_from": lambda: (_("hit_dvec3"), [_("hit_vec3")]),
    "hit_dvec3_sub": lambda: (_("hit_dvec3"), [_("hit_dvec3"), _("hit_dvec3")]),
    "hit_dvec3_relative": lambda: (_("hit_vec3"), [_("hit_dvec3"), _("hit_dvec3")]),
    "hit_quat_from_axis_angle": lambda: (_("hit_quat"), [_("hit_vec3"), c_float]),
    "hit_quat_mul": lambda: (_("hit_quat"), [_("hit_quat"), _("hit_quat")]),
    "hit_quat_normalize": lambda: (_("hit_quat"), [_("hit_quat")]),
    "hit_quat_rotate": lambda: (_("hit_vec3"), [_("hit_quat"), _("hit_vec3")]),
    "hit_mat3x4_identity": lambda: (_("hit_mat3x4"), []),
    "hit_mat3x4_from_array": lambda: (_("hit_mat3x4"), [c_void_p, c_int]),
    "hit_mat3x4_from_doubles": lambda: (_("hit_mat3x4"), [c_void_p, c_int]),
    "hit_mat3x4_from_trs": lambda: (_("hit_mat3x4"), [_("hit_vec3"), _("hit_quat"), _("hit_vec3")]),
    "hit_mat3x4_mul": lambda: (_("hit_mat3x4"), [c_void_p, c_void_p]),
    "hit_mat3x4_invert": lambda: (c_bool, [c_void_p, c_void_p]),
    "hit_mat3x4_determinant": lambda: (c_double, [c_void_p]),
    "hit_mat3x4_point": lambda: (_("hit_vec3"), [c_void_p, _("hit_vec3")]),
    "hit_mat3x4_vector": lambda: (_("hit_vec3"), [c_void_p, _("hit_vec3")]),
    "hit_mat3x4_normal": lambda: (_("hit_vec3"), [c_void_p, _("hit_vec3")]),
    "hit_face_name": lambda: (c_char_p, [c_int]),
    "hit_line_make": lambda: (_("hit_ray"), [_("hit_vec3"), _("hit_vec3")]),
    "hit_ray_make": lambda: (_("hit_ray"), [_("hit_vec3"), _("hit_vec3")]),
    "hit_segment_make": lambda: (_("hit_ray"), [_("hit_vec3"), _("hit_vec3")]),
    "hit_ray_clip": lambda: (_("hit_ray"), [_("hit_ray"), c_float, c_float]),
    "hit_ray_at": lambda: (_("hit_vec3"), [_("hit_ray"), c_float]),
    "hit_ray_distance": lambda: (c_float, [_("hit_ray"), c_float]),
    "hit_ray_is_valid": lambda: (c_bool, [_("hit_ray")]),
    "hit_ray_transform": lambda: (_("hit_ray"), [_("hit_ray"), c_void_p]),
    "hit_aabb_make": lambda: (_("hit_aabb"), [_("hit_vec3"), _("hit_vec3")]),
    "hit_aabb_empty": lambda: (_("hit_aabb"), []),
    "hit_aabb_from_center": lambda: (_("hit_aabb"), [_("hit_vec3"), _("hit_vec3")]),
    "hit_aabb_from_points": lambda: (_("hit_aabb"), [c_void_p, c_size_t, c_size_t]),
    "hit_aabb_is_empty": lambda: (c_bool, [_("hit_aabb")]),
    "hit_aabb_union": lambda: (_("hit_aabb"), [_("hit_aabb"), _("hit_aabb")]),
    "hit_aabb_contains": lambda: (c_bool, [_("hit_aabb"), _("hit_vec3")]),
    "hit_aabb_contains_aabb": lambda: (c_bool, [_("hit_aabb"), _("hit_aabb")]),
    "hit_aabb_center": lambda: (_("hit_vec3"), [_("hit_aabb")]),
    "hit_aabb_half": lambda: (_("hit_vec3"), [_("hit_aabb")]),
    "hit_aabb_area": lambda: (c_float, [_("hit_aabb")]),
    "hit_aabb_transform": lambda: (_("hit_aabb"), [_("hit_aabb"), c_void_p]),
    "hit_aabb_normal": lambda: (_("hit_vec3"), [c_int]),
    "hit_obb_make": lambda: (_("hit_obb"), [_("hit_vec3"), _("hit_quat"), _("hit_vec3")]),
    "hit_obb_from_aabb_matrix": lambda: (c_bool, [_("hit_aabb"), c_void_p, c_void_p]),
    "hit_obb_contains": lambda: (c_bool, [c_void_p, _("hit_vec3")]),
    "hit_obb_bounds": lambda: (_("hit_aabb"), [c_void_p]),
    "hit_obb_normal": lambda: (_("hit_vec3"), [c_void_p, c_int]),
    "hit_triangle_make": lambda: (_("hit_triangle"), [_("hit_vec3"), _("hit_vec3"), _("hit_vec3")]),
    "hit_triangle_normal": lambda: (_("hit_vec3"), [c_void_p]),
    "hit_triangle_bounds": lambda: (_("hit_aabb"), [c_void_p]),
    "hit_triangle_at": lambda: (_("hit_vec3"), [c_void_p, c_float, c_float, c_float]),
    "hit_triangle_transform": lambda: (_("hit_triangle"), [c_void_p, c_void_p]),
    "hit_sphere_make": lambda: (_("hit_sphere"), [_("hit_vec3"), c_float]),
    "hit_sphere_from_points": lambda: (_("hit_sphere"), [c_void_p, c_size_t, c_size_t]),
    "hit_sphere_contains": lambda: (c_bool, [_("hit_sphere"), _("hit_vec3")]),
    "hit_sphere_bounds": lambda: (_("hit_aabb"), [_("hit_sphere")]),
    "hit_sphere_normal": lambda: (_("hit_vec3"), [_("hit_sphere"), _("hit_vec3")]),
    "hit_plane_make": lambda: (_("hit_plane"), [_("hit_vec3"), _("hit_vec3")]),
    "hit_plane_normal": lambda: (_("hit_vec3"), [_("hit_plane")]),
    "hit_plane_from_points": lambda: (_("hit_plane"), [_("hit_vec3"), _("hit_vec3"), _("hit_vec3")]),
    "hit_plane_distance": lambda: (c_float, [_("hit_plane"), _("hit_vec3")]),
    "hit_capsule_make": lambda: (_("hit_capsule"), [_("hit_vec3"), _("hit_vec3"), c_float]),
    "hit_capsule_bounds": lambda: (_("hit_aabb"), [_("hit_capsule")]),
    "hit_capsule_normal": lambda: (_("hit_vec3"), [_("hit_capsule"), _("hit_vec3")]),
    "hit_cylinder_make": lambda: (_("hit_cylinder"), [_("hit_vec3"), _("hit_vec3"), c_float]),
    "hit_cylinder_bounds": lambda: (_("hit_aabb"), [_("hit_cylinder")]),
    "hit_cylinder_normal": lambda: (_("hit_vec3"), [_("hit_cylinder"), c_int, _("hit_vec3")]),
    "hit_disc_make": lambda: (_("hit_disc"), [_("hit_vec3"), _("hit_vec3"), c_float]),
    "hit_disc_bounds": lambda: (_("hit_aabb"), [_("hit_disc")]),
    "hit_disc_normal": lambda: (_("hit_vec3"), [_("hit_disc")]),
    "hit_cone_make": lambda: (_("hit_cone"), [_("hit_vec3"), _("hit_vec3"), c_float]),
    "hit_cone_from_tan": lambda: (_("hit_cone"), [_("hit_vec3"), _("hit_vec3"), c_float]),
    "hit_cone_from_sin": lambda: (_("hit_cone"), [_("hit_vec3"), _("hit_vec3"), c_float]),
    "hit_cone_from_cos": lambda: (_("hit_cone"), [_("hit_vec3"), _("hit_vec3"), c_float]),
    "hit_cone_from_radii": lambda: (_("hit_cone"), [_("hit_vec3"), c_float, _("hit_vec3"), c_float]),
    "hit_cone_clip": lambda: (_("hit_cone"), [_("hit_cone"), c_float, c_float]),
    "hit_cone_is_valid": lambda: (c_bool, [c_void_p]),
    "hit_cone_half_angle": lambda: (c_float, [c_void_p]),
    "hit_cone_contains": lambda: (c_bool, [c_void_p, _("hit_vec3")]),
    "hit_cone_bounds": lambda: (_("hit_aabb"), [c_void_p]),
    "hit_cone_normal": lambda: (_("hit_vec3"), [c_void_p, c_int, _("hit_vec3")]),
    "hit_ray_aabb": lambda: (c_bool, [_("hit_ray"), _("hit_aabb"), c_void_p]),
    "hit_ray_triangle": lambda: (c_bool, [_("hit_ray"), c_void_p, c_void_p]),
    "hit_ray_triangle_compare": lambda: (c_int, [_("hit_ray"), c_void_p, c_void_p]),
    "hit_ray_triangle_on_edge": lambda: (c_bool, [_("hit_ray"), c_void_p]),
    "hit_ray_leave_triangle": lambda: (_("hit_ray"), [c_void_p, _("hit_vec3"), _("hit_vec3")]),
    "hit_ray_obb": lambda: (c_bool, [_("hit_ray"), c_void_p, c_void_p]),
    "hit_ray_box_affine": lambda: (c_bool, [_("hit_ray"), _("hit_aabb"), c_void_p, c_void_p]),
    "hit_box_affine_normal": lambda: (_("hit_vec3"), [c_void_p, c_int]),
    "hit_ray_plane": lambda: (c_bool, [_("hit_ray"), _("hit_plane"), c_void_p]),
    "hit_ray_sphere": lambda: (c_bool, [_("hit_ray"), _("hit_sphere"), c_void_p]),
    "hit_ray_capsule": lambda: (c_bool, [_("hit_ray"), _("hit_capsule"), c_void_p]),
    "hit_ray_cylinder": lambda: (c_bool, [_("hit_ray"), _("hit_cylinder"), c_void_p]),
    "hit_ray_disc": lambda: (c_bool, [_("hit_ray"), _("hit_disc"), c_void_p]),
    "hit_ray_cone": lambda: (c_bool, [_("hit_ray"), c_void_p, c_void_p]),
    "hit_ray_aabb_first": lambda: (c_bool, [_("hit_ray"), c_void_p, c_size_t, c_uint32, c_void_p, c_void_p]),
    "hit_ray_aabb_mask": lambda: (c_uint32, [_("hit_ray"), c_void_p, c_size_t, c_uint32, c_void_p]),
    "hit_cone_aabb": lambda: (c_int, [c_void_p, _("hit_aabb"), c_void_p]),
    "hit_cone_obb": lambda: (c_int, [c_void_p, c_void_p, c_void_p]),
    "hit_cone_sphere": lambda: (c_int, [c_void_p, _("hit_sphere"), c_void_p]),
    "hit_cone_triangle": lambda: (c_int, [c_void_p, c_void_p, c_void_p]),
    "hit_cone_segment": lambda: (c_int, [c_void_p, _("hit_vec3"), _("hit_vec3"), c_void_p]),
    "hit_cone_point": lambda: (c_int, [c_void_p, _("hit_vec3"), c_void_p]),
    "hit_cone_evidence_point": lambda: (_("hit_vec3"), [c_void_p, c_void_p]),
    "hit_cone_reach": lambda: (c_double, [c_void_p, c_void_p]),
    "hit_relation_name": lambda: (c_char_p, [c_int]),
    "hit_feature_name": lambda: (c_char_p, [c_int]),
    "hit_cone_meets_aabb": lambda: (c_bool, [c_void_p, _("hit_aabb")]),
    "hit_cone_meets_obb": lambda: (c_bool, [c_void_p, c_void_p]),
    "hit_cone_meets_sphere": lambda: (c_bool, [c_void_p, _("hit_sphere")]),
    "hit_cone_meets_triangle": lambda: (c_bool, [c_void_p, c_void_p]),
    "hit_cone_meets_segment": lambda: (c_bool, [c_void_p, _("hit_vec3"), _("hit_vec3")]),
    "hit_cone_contains_aabb": lambda: (c_bool, [c_void_p, _("hit_aabb")]),
    "hit_cone_contains_obb": lambda: (c_bool, [c_void_p, c_void_p]),
    "hit_cone_contains_sphere": lambda: (c_bool, [c_void_p, _("hit_sphere")]),
    "hit_cone_contains_triangle": lambda: (c_bool, [c_void_p, c_void_p]),
    "hit_cone_contains_segment": lambda: (c_bool, [c_void_p, _("hit_vec3"), _("hit_vec3")]),
    "hit_cone_aabb_mask": lambda: (c_uint32, [c_void_p, c_void_p, c_size_t, c_uint32, c_void_p]),
    "hit_cone_aabb_list": lambda: (c_uint32, [c_void_p, c_void_p, c_size_t, c_uint32, c_void_p, c_uint32]),
    "hit_frustum_from_matrix": lambda: (c_bool, [c_void_p, c_void_p, c_void_p]),
    "hit_view_look_at": lambda: (_("hit_view"), [_("hit_vec3"), _("hit_vec3"), _("hit_vec3")]),
    "hit_frustum_from_view": lambda: (c_bool, [c_void_p, c_void_p]),
    "hit_frustum_from_rectangle": lambda: (c_bool, [c_void_p, c_float, c_float, c_float, c_float, c_void_p]),
    "hit_frustum_from_corners": lambda: (c_bool, [c_void_p, c_void_p]),
    "hit_frustum_corners": lambda: (c_bool, [c_void_p, c_void_p]),
    "hit_frustum_point": lambda: (c_int, [c_void_p, _("hit_vec3")]),
    "hit_frustum_aabb": lambda: (c_int, [c_void_p, _("hit_aabb")]),
    "hit_frustum_obb": lambda: (c_int, [c_void_p, c_void_p]),
    "hit_frustum_sphere": lambda: (c_int, [c_void_p, _("hit_sphere")]),
    "hit_frustum_triangle": lambda: (c_int, [c_void_p, c_void_p]),
    "hit_frustum_point_quick": lambda: (c_int, [c_void_p, _("hit_vec3")]),
    "hit_frustum_aabb_quick": lambda: (c_int, [c_void_p, _("hit_aabb")]),
    "hit_frustum_obb_quick": lambda: (c_int, [c_void_p, c_void_p]),
    "hit_frustum_sphere_quick": lambda: (c_int, [c_void_p, _("hit_sphere")]),
    "hit_frustum_triangle_quick": lambda: (c_int, [c_void_p, c_void_p]),
    "hit_frustum_aabb_mask": lambda: (c_uint32, [c_void_p, c_void_p, c_size_t, c_uint32, c_void_p, c_void_p]),
    "hit_frustum_aabb_mask_quick": lambda: (c_uint32, [c_void_p, c_void_p, c_size_t, c_uint32, c_void_p, c_void_p]),
    "hit_aabb_aabb": lambda: (c_bool, [_("hit_aabb"), _("hit_aabb")]),
    "hit_aabb_obb": lambda: (c_bool, [_("hit_aabb"), c_void_p]),
    "hit_obb_obb": lambda: (c_bool, [c_void_p, c_void_p]),
    "hit_aabb_triangle": lambda: (c_bool, [_("hit_aabb"), c_void_p]),
    "hit_obb_triangle": lambda: (c_bool, [c_void_p, c_void_p]),
    "hit_sphere_sphere": lambda: (c_bool, [_("hit_sphere"), _("hit_sphere")]),
    "hit_sphere_aabb": lambda: (c_bool, [_("hit_sphere"), _("hit_aabb")]),
    "hit_sphere_obb": lambda: (c_bool, [_("hit_sphere"), c_void_p]),
    "hit_sphere_triangle": lambda: (c_bool, [_("hit_sphere"), c_void_p]),
    "hit_aabb_contains_obb": lambda: (c_bool, [_("hit_aabb"), c_void_p]),
    "hit_aabb_contains_triangle": lambda: (c_bool, [_("hit_aabb"), c_void_p]),
    "hit_obb_contains_aabb": lambda: (c_bool, [c_void_p, _("hit_aabb")]),
    "hit_obb_contains_obb": lambda: (c_bool, [c_void_p, c_void_p]),
    "hit_obb_contains_triangle": lambda: (c_bool, [c_void_p, c_void_p]),
    "hit_sphere_contains_aabb": lambda: (c_bool, [_("hit_sphere"), _("hit_aabb")]),
    "hit_sphere_contains_obb": lambda: (c_bool, [_("hit_sphere"), c_void_p]),
    "hit_sphere_contains_triangle": lambda: (c_bool, [_("hit_sphere"), c_void_p]),
    "hit_thread_pool_create": lambda: (c_int, [c_uint32, c_void_p, c_void_p, c_void_p]),
    "hit_thread_pool_destroy": lambda: (None, [c_void_p]),
    "hit_thread_pool_tasks": lambda: (_("hit_task_pool"), [c_void_p]),
    "hit_bvh_build_triangles": lambda: (c_int, [c_void_p, c_void_p, c_void_p, c_void_p]),
    "hit_bvh_build_aabbs": lambda: (c_int, [c_void_p, c_size_t, c_uint32, c_void_p, c_void_p, c_void_p]),
    "hit_bvh_build_obbs": lambda: (c_int, [c_void_p, c_size_t, c_uint32, c_void_p, c_void_p, c_void_p]),
    "hit_bvh_destroy": lambda: (None, [c_void_p]),
    "hit_bvh_scratch_free": lambda: (None, [c_void_p, c_void_p]),
    "hit_bvh_refit_triangles": lambda: (c_int, [c_void_p, c_void_p, c_void_p, c_void_p]),
    "hit_bvh_refit_aabbs": lambda: (c_int, [c_void_p, c_void_p, c_size_t, c_uint32, c_void_p, c_void_p]),
    "hit_bvh_refit_obbs": lambda: (c_int, [c_void_p, c_void_p, c_size_t, c_uint32, c_void_p, c_void_p]),
    "hit_bvh_get_stats": lambda: (_("hit_bvh_stats"), [c_void_p]),
    "hit_bvh_find_triangle": lambda: (c_bool, [c_void_p, c_uint32, c_void_p]),
    "hit_bvh_validate": lambda: (c_int, [c_void_p, c_void_p]),
    "hit_bvh_bytes": lambda: (c_void_p, [c_void_p, c_void_p]),
    "hit_bvh_view": lambda: (c_int, [c_void_p, c_size_t, c_void_p, c_void_p, c_void_p]),
    "hit_bvh_copy": lambda: (c_int, [c_void_p, c_void_p, c_void_p, c_void_p]),
    "hit_bvh_save": lambda: (c_int, [c_void_p, c_char_p, c_void_p]),
    "hit_bvh_load": lambda: (c_int, [c_char_p, c_void_p, c_void_p, c_void_p]),
    "hit_bvh_normal": lambda: (_("hit_vec3"), [c_void_p, c_void_p]),
    "hit_bvh_hit_triangle": lambda: (c_bool, [c_void_p, c_void_p, c_void_p]),
    "hit_bvh_leave": lambda: (_("hit_ray"), [c_void_p, c_void_p, _("hit_vec3")]),
    "hit_bvh_first": lambda: (c_bool, [c_void_p, _("hit_ray"), c_void_p, c_void_p]),
    "hit_bvh_any": lambda: (c_bool, [c_void_p, _("hit_ray"), c_void_p]),
    "hit_bvh_measure": lambda: (c_bool, [c_void_p, _("hit_ray"), c_void_p, c_void_p, c_void_p]),
    "hit_bvh_all": lambda: (c_uint32, [c_void_p, _("hit_ray"), c_void_p, c_void_p, c_uint32]),
    "hit_bvh_first_k": lambda: (c_uint32, [c_void_p, _("hit_ray"), c_void_p, c_void_p, c_uint32]),
    "hit_bvh_count": lambda: (c_uint32, [c_void_p, _("hit_ray"), c_void_p]),
    "hit_bvh_visit": lambda: (c_uint32, [c_void_p, _("hit_ray"), c_void_p, _("hit_bvh_visitor"), c_void_p]),
    "hit_bvh_in_cone": lambda: (c_uint32, [c_void_p, c_void_p, c_int, c_void_p, c_void_p, c_uint32]),
    "hit_bvh_in_frustum": lambda: (c_uint32, [c_void_p, c_void_p, c_int, c_void_p, c_void_p, c_uint32]),
    "hit_bvh_in_aabb": lambda: (c_uint32, [c_void_p, _("hit_aabb"), c_int, c_void_p, c_void_p, c_uint32]),
    "hit_bvh_in_obb": lambda: (c_uint32, [c_void_p, c_void_p, c_int, c_void_p, c_void_p, c_uint32]),
    "hit_bvh_in_sphere": lambda: (c_uint32, [c_void_p, _("hit_sphere"), c_int, c_void_p, c_void_p, c_uint32]),
    "hit_bvh_closest_points": lambda: (c_uint32, [c_void_p, _("hit_vec3"), c_float, c_void_p, c_void_p, c_uint32]),
    "hit_bvh_closest_triangle": lambda: (c_bool, [c_void_p, c_void_p, c_void_p]),
    "hit_point_triangle_compare": lambda: (c_int, [_("hit_vec3"), c_void_p, c_void_p]),
    "hit_bvh_batch_first": lambda: (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p]),
    "hit_bvh_batch_any": lambda: (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p]),
    "hit_bvh_batch_count": lambda: (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p]),
    "hit_bvh_batch_first_k": lambda: (c_int, [c_void_p, c_void_p, c_size_t, c_uint32, c_void_p, c_void_p, c_void_p,
                                              c_void_p]),
    "hit_bvh_batch_all": lambda: (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p, c_void_p]),
    "hit_bvh_batch_closest": lambda: (c_int, [c_void_p, c_void_p, c_size_t, c_float, c_uint32, c_void_p, c_void_p,
                                              c_void_p, c_void_p]),
    "hit_bvh_batch_normals": lambda: (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p]),
    "hit_dvec3_is_position": lambda: (c_bool, [_("hit_dvec3")]),
    "hit_dray_make": lambda: (_("hit_dray"), [_("hit_dvec3"), _("hit_vec3")]),
    "hit_dray_from": lambda: (_("hit_dray"), [_("hit_ray")]),
    "hit_dray_segment": lambda: (_("hit_dray"), [_("hit_dvec3"), _("hit_dvec3")]),
    "hit_dray_clip": lambda: (_("hit_dray"), [_("hit_dray"), c_float, c_float]),
    "hit_dray_relative": lambda: (_("hit_ray"), [_("hit_dray"), _("hit_dvec3")]),
    "hit_dray_distance": lambda: (c_double, [_("hit_dray"), c_double]),
    "hit_dray_at": lambda: (_("hit_dvec3"), [_("hit_dray"), c_double]),
    "hit_dray_is_valid": lambda: (c_bool, [_("hit_dray")]),
    "hit_placement_at": lambda: (_("hit_placement"), [_("hit_dvec3")]),
    "hit_placement_from_matrix": lambda: (_("hit_placement"), [c_void_p]),
    "hit_placement_from_array": lambda: (_("hit_placement"), [c_void_p, c_int]),
    "hit_placement_from_doubles": lambda: (_("hit_placement"), [c_void_p, c_int]),
    "hit_placement_from_trs": lambda: (_("hit_placement"), [_("hit_dvec3"), _("hit_quat"), _("hit_vec3")]),
    "hit_placement_is_valid": lambda: (c_bool, [c_void_p]),
    "hit_object_kind_name": lambda: (c_char_p, [c_int]),
    "hit_object_at": lambda: (_("hit_object"), [_("hit_dvec3")]),
    "hit_scene_create": lambda: (c_int, [c_void_p, c_void_p, c_void_p]),
    "hit_scene_destroy": lambda: (None, [c_void_p]),
    "hit_scene_own_mesh": lambda: (c_int, [c_void_p, c_void_p, c_void_p]),
    "hit_scene_add_box": lambda: (c_int, [c_void_p, c_void_p, _("hit_aabb"), c_void_p, c_void_p]),
    "hit_scene_add_mesh": lambda: (c_int, [c_void_p, c_void_p, c_void_p, c_void_p, c_void_p]),
    "hit_scene_add_sphere": lambda: (c_int, [c_void_p, c_void_p, _("hit_sphere"), c_void_p, c_void_p]),
    "hit_scene_add_capsule": lambda: (c_int, [c_void_p, c_void_p, _("hit_capsule"), c_void_p, c_void_p]),
    "hit_scene_add_cylinder": lambda: (c_int, [c_void_p, c_void_p, _("hit_cylinder"), c_void_p, c_void_p]),
    "hit_scene_add_polyline": lambda: (c_int, [c_void_p, c_void_p, c_void_p, c_size_t, c_uint32, c_float, c_void_p,
                                               c_void_p]),
    "hit_scene_add_points": lambda: (c_int, [c_void_p, c_void_p, c_void_p, c_size_t, c_uint32, c_float, c_void_p,
                                             c_void_p]),
    "hit_scene_add_user": lambda: (c_int, [c_void_p, c_void_p, c_void_p, c_void_p, c_void_p]),
    "hit_scene_remove": lambda: (c_int, [c_void_p, c_uint64, c_void_p]),
    "hit_scene_move": lambda: (c_int, [c_void_p, c_uint64, c_void_p, c_void_p]),
    "hit_scene_move_many": lambda: (c_int, [c_void_p, c_void_p, c_void_p, c_size_t, c_uint32, c_void_p]),
    "hit_scene_move_origins": lambda: (c_int, [c_void_p, c_void_p, c_void_p, c_size_t, c_uint32, c_void_p]),
    "hit_scene_set": lambda: (c_int, [c_void_p, c_uint64, c_void_p, c_void_p]),
    "hit_scene_replace_box": lambda: (c_int, [c_void_p, c_uint64, _("hit_aabb"), c_void_p]),
    "hit_scene_replace_mesh": lambda: (c_int, [c_void_p, c_uint64, c_void_p, c_void_p]),
    "hit_scene_replace_sphere": lambda: (c_int, [c_void_p, c_uint64, _("hit_sphere"), c_void_p]),
    "hit_scene_replace_capsule": lambda: (c_int, [c_void_p, c_uint64, _("hit_capsule"), c_void_p]),
    "hit_scene_replace_cylinder": lambda: (c_int, [c_void_p, c_uint64, _("hit_cylinder"), c_void_p]),
    "hit_scene_replace_points": lambda: (c_int, [c_void_p, c_uint64, c_void_p, c_size_t, c_uint32, c_float, c_void_p]),
    "hit_scene_replace_user": lambda: (c_int, [c_void_p, c_uint64, c_void_p, c_void_p]),
    "hit_scene_commit": lambda: (c_int, [c_void_p, c_void_p, c_void_p]),
    "hit_scene_has": lambda: (c_bool, [c_void_p, c_uint64]),
    "hit_scene_get": lambda: (c_int, [c_void_p, c_uint64, c_void_p]),
    "hit_scene_shape": lambda: (c_bool, [c_void_p, c_uint64, c_void_p]),
    "hit_scene_bounds": lambda: (c_bool, [c_void_p, c_uint64, c_void_p]),
    "hit_scene_get_stats": lambda: (_("hit_scene_stats"), [c_void_p]),
    "hit_scene_list": lambda: (c_uint32, [c_void_p, c_void_p, c_uint32]),
    "hit_scene_first": lambda: (c_bool, [c_void_p, _("hit_dray"), c_void_p, c_void_p]),
    "hit_scene_any": lambda: (c_bool, [c_void_p, _("hit_dray"), c_void_p]),
    "hit_scene_all": lambda: (c_uint32, [c_void_p, _("hit_dray"), c_void_p, c_void_p, c_uint32]),
    "hit_scene_first_k": lambda: (c_uint32, [c_void_p, _("hit_dray"), c_void_p, c_void_p, c_uint32]),
    "hit_scene_count": lambda: (c_uint32, [c_void_p, _("hit_dray"), c_void_p]),
    "hit_scene_batch_first": lambda: (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p]),
    "hit_scene_batch_any": lambda: (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p]),
    "hit_scene_batch_count": lambda: (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p]),
    "hit_scene_batch_first_k": lambda: (c_int, [c_void_p, c_void_p, c_size_t, c_uint32, c_void_p, c_void_p, c_void_p,
                                                c_void_p]),
    "hit_scene_batch_all": lambda: (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p, c_void_p]),
    "hit_scene_in_cone": lambda: (c_uint32, [c_void_p, _("hit_dvec3"), c_void_p, c_int, c_void_p, c_void_p, c_uint32]),
    "hit_scene_in_frustum": lambda: (c_uint32, [c_void_p, _("hit_dvec3"), c_void_p, c_int, c_void_p, c_void_p,
                                                c_uint32]),
    "hit_scene_in_aabb": lambda: (c_uint32, [c_void_p, _("hit_dvec3"), _("hit_aabb"), c_int, c_void_p, c_void_p,
                                             c_uint32]),
    "hit_scene_in_obb": lambda: (c_uint32, [c_void_p, _("hit_dvec3"), c_void_p, c_int, c_void_p, c_void_p, c_uint32]),
    "hit_scene_in_sphere": lambda: (c_uint32, [c_void_p, _("hit_dvec3"), _("hit_sphere"), c_int, c_void_p, c_void_p,
                                               c_uint32]),
    "hit_scene_closest_points": lambda: (c_uint32, [c_void_p, _("hit_dvec3"), c_double, c_void_p, c_void_p, c_uint32]),
    "hit_scene_batch_closest": lambda: (c_int, [c_void_p, c_void_p, c_size_t, c_double, c_uint32, c_void_p, c_void_p,
                                                c_void_p, c_void_p]),
    "hit_scene_save": lambda: (c_int, [c_void_p, c_char_p, c_void_p]),
    "hit_scene_load": lambda: (c_int, [c_char_p, c_void_p, c_void_p, c_void_p]),
    "hit_screen_make": lambda: (_("hit_screen"), [c_float, c_float]),
    "hit_lens_opengl": lambda: (_("hit_lens"), []),
    "hit_lens_vulkan": lambda: (_("hit_lens"), []),
    "hit_lens_direct3d": lambda: (_("hit_lens"), []),
    "hit_camera_from_matrices": lambda: (c_bool, [c_void_p, c_void_p, c_void_p, c_void_p, c_void_p]),
    "hit_camera_from_matrices_double": lambda: (c_bool, [c_void_p, c_void_p, c_void_p, c_void_p, c_void_p]),
    "hit_camera_from_view": lambda: (c_bool, [c_void_p, _("hit_dvec3"), c_void_p, c_void_p]),
    "hit_camera_ray": lambda: (_("hit_dray"), [c_void_p, c_double, c_double]),
    "hit_camera_project": lambda: (c_bool, [c_void_p, _("hit_dvec3"), c_void_p, c_void_p]),
    "hit_camera_distance": lambda: (c_double, [c_void_p, _("hit_dvec3")]),
    "hit_camera_pixel_size": lambda: (c_double, [c_void_p, c_double]),
    "hit_camera_frustum": lambda: (c_bool, [c_void_p, c_double, c_double, c_double, c_double, c_void_p]),
    "hit_pick_first": lambda: (c_bool, [c_void_p, c_void_p, c_double, c_double, c_void_p, c_void_p]),
    "hit_pick_all": lambda: (c_uint32, [c_void_p, c_void_p, c_double, c_double, c_void_p, c_void_p, c_uint32]),
    "hit_pick_near": lambda: (c_uint32, [c_void_p, c_void_p, c_double, c_double, c_double, c_void_p, c_void_p,
                                         c_uint32]),
    "hit_pick_rect": lambda: (c_uint32, [c_void_p, c_void_p, c_double, c_double, c_double, c_double, c_void_p,
                                         c_void_p, c_uint32]),
    "hit_pick_lasso": lambda: (c_uint32, [c_void_p, c_void_p, c_void_p, c_uint32, c_void_p, c_void_p, c_uint32]),
    "hit_pick_brush": lambda: (c_uint32, [c_void_p, c_void_p, c_double, c_double, c_double, c_void_p, c_void_p,
                                          c_uint32]),
    "hit_explain": lambda: (_("hit_explanation"), [c_void_p, c_void_p, c_double, c_double, c_void_p, c_uint64]),
    "hit_reason_name": lambda: (c_char_p, [c_int]),
    "hit_selection_create": lambda: (c_int, [c_void_p, c_void_p, c_void_p]),
    "hit_selection_destroy": lambda: (None, [c_void_p]),
    "hit_selection_apply": lambda: (c_int, [c_void_p, c_int, c_void_p, c_uint32, c_void_p, c_void_p]),
    "hit_selection_restore": lambda: (c_int, [c_void_p, c_void_p, c_uint32, c_void_p, c_uint32, c_uint64, c_void_p,
                                              c_void_p]),
    "hit_selection_prune": lambda: (c_int, [c_void_p, c_void_p, c_void_p, c_void_p]),
    "hit_selection_has": lambda: (c_bool, [c_void_p, c_uint64]),
    "hit_selection_count": lambda: (c_uint32, [c_void_p]),
    "hit_selection_list": lambda: (c_uint32, [c_void_p, c_void_p, c_uint32]),
    "hit_selection_primary": lambda: (c_uint64, [c_void_p]),
    "hit_selection_set_hover": lambda: (c_bool, [c_void_p, c_uint64]),
    "hit_selection_hover": lambda: (c_uint64, [c_void_p]),
    "hit_selection_click": lambda: (c_int, [c_void_p, c_void_p, c_void_p, c_double, c_double, c_double, c_int,
                                            c_void_p, c_void_p, c_void_p, c_void_p]),
    "hit_model_format_name": lambda: (c_char_p, [c_int]),
    "hit_model_load": lambda: (c_int, [c_char_p, c_void_p, c_void_p, c_void_p]),
    "hit_model_read": lambda: (c_int, [c_void_p, c_size_t, c_int, c_void_p, c_void_p, c_void_p]),
    "hit_model_destroy": lambda: (None, [c_void_p]),
    "hit_model_triangles": lambda: (_("hit_mesh"), [c_void_p, c_uint32]),
    "hit_scene_from_model": lambda: (c_int, [c_void_p, c_void_p, c_void_p, c_void_p]),
}
