#!/usr/bin/env python3
"""Change one call of src/simd after the other, and see that test/kernel/simd/test_calls.c turns red.

    test/support/simd/mutate.py BUILD [HEADER...]

BUILD is a build directory with libhitscan.a and the test support; HEADER is one of sse4.h avx2.h pairs.h threes.h (all
by default). Each line that defines a call gets another operation, other operands, or lanes; what compiles must fail the
test. Prints the changes that the test does not notice, and counts.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
SWAPS = [("_add_", "_sub_"), ("_sub_", "_add_"), ("_mul_p", "_add_p"), ("_mullo_", "_add_"), ("_div_p", "_mul_p"),
         ("_min_", "_max_"), ("_max_", "_min_"), ("_and_", "_or_"), ("_or_", "_and_"), ("_xor_", "_or_"),
         ("_andnot_", "_and_"), ("cmpeq", "cmpgt"), ("cmplt", "cmple"), ("cmple", "cmplt"), ("cmpgt", "cmpeq"),
         ("cmpge", "cmpgt"), ("cmpneq", "cmpeq"), ("_EQ_OQ", "_LE_OQ"), ("_LT_OQ", "_LE_OQ"), ("_LE_OQ", "_LT_OQ"),
         ("_GT_OQ", "_GE_OQ"), ("_GE_OQ", "_GT_OQ"), ("_NEQ_UQ", "_EQ_OQ"), ("unpacklo", "unpackhi"),
         ("unpackhi", "unpacklo"), ("movelh", "movehl"), ("movehl", "movelh"), ("_sll", "_srl"), ("_srl", "_sll"),
         ("fmadd", "fmsub"), ("fmsub", "fmadd"), ("fnmadd", "fmadd"), ("cvttps", "cvtps"), ("_avg_", "_max_"),
         ("blendv_ps(b, a,", "blendv_ps(a, b,"), ("blendv_pd(b, a,", "blendv_pd(a, b,"),
         ("blendv_epi8(b, a,", "blendv_epi8(a, b,"), ("_sqrt_", "_rsqrt_"), ("(l, k, j, i)", "(l, k, i, j)"),
         ("a.low", "a.high"), ("b.low", "b.high"), ("0.0f", "1.0f"), ("-0.0", "0.0"), ("0x11)", "0x00)"),
         ("0x00)", "0x11)"), ("0x01)", "0x00)"), ("0xc9", "0xd2"), ("0xaa", "0x55"), ("0xc0", "0x30"),
         (", 1))", ", 0))"),
         ("(a, 6)", "(a, 4)"), ("_loadu_", "_load_"), ("& 7u", "& 3u"), ("f32x4_max", "f32x4_min"),
         ("f32x4_lt", "f32x4_le"), ("f32x4_le(", "f32x4_lt("), ("a, a, 0,", "a, a, 1,"),
         ("a, a, 1,", "a, a, 2,"),
         ("f32x4_sub", "f32x4_add"), ("f32x4_add", "f32x4_sub"), ("setr", "set"), ("_set_pd(y, x)", "_set_pd(x, y)"),
         ("extractf128_ps(a, 1)", "extractf128_ps(a, 0)"), ("extracti128_si256(a, 1)", "extracti128_si256(a, 0)")]
PAIR = [("f32x4_add)", "f32x4_sub)"), ("f32x4_sub)", "f32x4_add)"), ("_mul)", "_add)"), ("_div)", "_mul)"),
        ("_min)", "_max)"), ("_max)", "_min)"), ("_eq)", "_lt)"), ("_lt)", "_le)"), ("_le)", "_lt)"), ("_gt)", "_ge)"),
        ("_ge)", "_gt)"), ("_ne)", "_eq)"), ("_and)", "_or)"), ("_or)", "_and)"), ("_abs)", "_negate)"),
        ("_low)", "_high)"), ("_high)", "_low)"), ("mul_add)", "mul_sub)"), ("mul_sub)", "mul_add)")]


def mutants(text):
    for number, line in enumerate(text.split("\n")):
        code = line.split("//")[0]
        if not code.strip() or code.startswith(("#include", "#if", "#endif", "#else", "typedef")):
            continue
        for old, new in SWAPS + PAIR:
            at = code.find(old)
            if at >= 0:
                yield number, line, code[:at] + new + code[at + len(old):]
                break


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    build = os.path.abspath(sys.argv[1])
    headers = sys.argv[2:] or ["sse4.h", "avx2.h", "pairs.h", "threes.h"]
    seen = missed = broken = 0
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.path.join(ROOT, "src", "simd"), os.path.join(folder, "simd"))
        flags = ["-std=c17", "-O1", "-w", "-ffp-contract=off", "-DHITSCAN_HAVE_SSE4", "-DHITSCAN_HAVE_AVX2",
                 "-I" + folder, *["-I" + p for p in (ROOT + "/include", ROOT + "/src", ROOT + "/test")],
                 "-I" + build + "/include"]
        sources = {"portable": [], "sse4": ["-msse4.1"], "avx2": ["-mavx2", "-mfma"]}

        def compile_one(isa):
            source = os.path.join(ROOT, "test", "support", "simd", "calls_%s.c" % isa)
            return subprocess.run(["gcc", *flags, *sources[isa], "-c", source, "-o", os.path.join(folder, isa + ".o")],
                                  stderr=subprocess.DEVNULL, check=False).returncode == 0

        def passes():
            subprocess.run(["gcc", "-o", folder + "/test", *[os.path.join(folder, isa + ".o") for isa in sources],
                            folder + "/main.o", folder + "/random.o", build + "/libhitscan.a", "-lcmocka", "-lm"],
                           check=True)
            return subprocess.run([folder + "/test"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
                                  env=dict(os.environ, HIT_CASES="2000")).returncode == 0

        for name, source in (("main", "kernel/simd/test_calls.c"), ("random", "support/base/random.c")):
            subprocess.run(["gcc", *flags, "-c", os.path.join(ROOT, "test", source), "-o", folder + "/%s.o" % name],
                           check=True)
        assert all(compile_one(isa) for isa in sources) and passes(), "the test fails without a change"
        for header in headers:
            isas = {"avx2.h": ["avx2"], "pairs.h": ["sse4"]}.get(header, ["sse4"])
            path = os.path.join(folder, "simd", header)
            with open(path, encoding="utf-8") as file:
                text = file.read()
            lines = text.split("\n")
            for number, _, changed in mutants(text):
                with open(path, "w", encoding="utf-8") as file:
                    file.write("\n".join(lines[:number] + [changed] + lines[number + 1:]))
                if not all(compile_one(isa) for isa in isas):
                    broken += 1
                elif passes():
                    missed += 1
                    print("%s:%d not noticed: %s" % (header, number + 1, changed.strip()))
                else:
                    seen += 1
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            assert all(compile_one(isa) for isa in isas)
    print("%d changes noticed, %d not noticed, %d did not compile" % (seen, missed, broken))
    sys.exit(missed != 0)


main()
