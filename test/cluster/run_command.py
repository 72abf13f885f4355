#!/usr/bin/env python3
"""The command on several ranks: its bytes are those of one process, whatever happens on the way.

usage: run_command.py [TEST...]

  smoke      2 ranks, text and binary: seconds
  bytes      1, 2, 3 and 8 ranks, every mode and format, filters, broken rows, shards, --resume
  verbs      lidar and render
  kill       a rank is killed at random, then --resume; HIT_KILLS rounds (6), HIT_SEED
  interrupt  SIGTERM, and a rank that stands still for a while
  errors     a full disk (root), a rank that cannot read, what is refused
  hosts      three hosts made of network namespaces (root, ip, and mpirun of Open MPI)

HITSCAN_TOOL is the command, MPIRUN the launcher. Exit code 77: skipped, as there is no mpirun.
"""
import array
import filecmp
import json
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

TOOL = os.environ.get("HITSCAN_TOOL", "")
MPIRUN = os.environ.get("MPIRUN") or shutil.which("mpirun") or ""
LIMIT = 120  # seconds that any run may take: whatever fails, nothing hangs
SEED = int(os.environ.get("HIT_SEED", "1"))
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_mpi_yield_when_idle="1",
                   OMPI_MCA_hwloc_base_binding_policy="none", HITSCAN_CHUNK_ROWS="700")


class Failure(Exception):
    pass


def require(condition, *what):
    if not condition:
        raise Failure(" ".join(str(w) for w in what))


class Result:
    def __init__(self, done, seconds):
        self.code, self.out, self.err, self.seconds = done.returncode, done.stdout, done.stderr, seconds
        # What the command says, without mpirun's words, and without the time.
        self.said = [line.split("; ")[0] for line in done.stderr.splitlines() if line.startswith("hitscan:")]


def run(command, **more):
    began = time.monotonic()
    done = subprocess.run(command, env=dict(ENVIRONMENT, **more), capture_output=True, text=True, timeout=LIMIT)
    return Result(done, time.monotonic() - began)


def ranks(count, command, *options):
    return [MPIRUN, *options, "-n", str(count), *command]


def left_over():
    return [name for name in os.listdir(".") if name.endswith((".part", ".partial", ".journal"))]


def remove(*paths):
    for path in paths:
        if os.path.exists(path):
            os.remove(path)


# ---- What is cast ---------------------------------------------------------------------------------------------------


def make_model():
    require(run([TOOL, "gen", "town", "--triangles", "20000", "-o", "town.obj", "--quiet"]).code == 0, "gen")
    require(run([TOOL, "tree", "town.obj", "-o", "town.hit", "--quiet"]).code == 0, "tree")


def make_rays(count, name="rays", broken=True):
    """The same rays as .csv, .ndjson, .raw and .npy; in text some rows are broken, and .raw is cut off."""
    choose = random.Random(SEED)
    numbers = array.array("f")
    with open(name + ".csv", "w", encoding="utf-8") as csv, open(name + ".ndjson", "w", encoding="utf-8") as ndjson:
        csv.write("\ufeff# a comment\nox,oy,oz,dx,dy,dz\n")
        for i in range(count):
            ray = [choose.uniform(-60, 60), choose.uniform(-60, 60), 50.0, choose.uniform(-0.5, 0.5),
                   choose.uniform(-0.5, 0.5), -1.0]
            numbers.extend(ray)
            csv.write(",".join(f"{x:.6g}" for x in ray) + "\n")
            ndjson.write(json.dumps({"origin": ray[:3], "direction": ray[3:], "id": f"n{i}"}) + "\n")
            if broken and i % 997 == 5:
                csv.write(f"broken {i}\n")
                ndjson.write("{}\n")
            if i % 500 == 7:
                csv.write("# a comment\n\n")
    data = numbers.tobytes()
    with open(name + ".raw", "wb") as raw:
        raw.write(data + (b"xyz" if broken else b""))
    head = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({count}, 6), }}".encode()
    head += b" " * (-(len(head) + 11) % 64) + b"\n"
    with open(name + ".npy", "wb") as npy:
        npy.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + data)


def cast(model, rays, out, *options):
    return [TOOL, "cast", model, "--rays", rays, "--out", out, "--threads", "1", *options]


def compare(model, rays, form, options, ways):
    """One process, then the same by each of `ways`: a number of ranks, or 0 for one process with --resume."""
    one, two = "one." + form, "two." + form
    alone = run(cast(model, rays, one, *options))
    for way in ways:
        remove(two)
        command = cast(model, rays, two, *options)
        done = run(ranks(way, command)) if way else run(command + ["--resume"])
        what = (rays, form, options, way)
        require(os.path.exists(two) and filecmp.cmp(one, two, shallow=False), what, "bytes differ", done.err)
        require(done.code == alone.code, what, "codes", alone.code, done.code, done.err)
        require(done.said == alone.said, what, "says\n", done.err, "\nin place of\n", alone.err)
        require(not left_over(), what, "left over:", left_over())


# ---- The same bytes -------------------------------------------------------------------------------------------------


def test_smoke():
    make_model()
    make_rays(5000)
    compare("town.obj", "rays.csv", "csv", ["--hits-only"], [2])
    compare("town.hit", "rays.npy", "npy", [], [2])


def test_bytes():
    make_model()
    make_rays(12000)
    several = [["--mode", "all"], ["--mode", "k", "--k", "2", "--sides", "front"], ["--hits-only"]]
    for rays in ("rays.csv", "rays.npy", "rays.raw", "rays.ndjson"):
        for form in ("csv", "npy", "raw", "ndjson"):
            for options in [[], ["--mode", "any"], ["--mode", "count", "--unique"], *several]:
                compare("town.hit", rays, form, options, [0, 3])
    for options in (["--strict"], ["--shard", "2/3"], ["--shard", "1/3"], ["--fields", "t"]):
        for rays, form in (("rays.csv", "csv"), ("rays.npy", "npy"), ("rays.ndjson", "npy"), ("rays.raw", "ndjson")):
            compare("town.obj", rays, form, options, [0, 2, 8])
    for rays, form in (("rays.csv", "csv"), ("rays.npy", "npy")):
        compare("town.obj", rays, form, [], [1, 2, 3, 8])
    # Less than a chunk, nothing at all, no header, only one.
    for text in ("", "ox,oy,oz,dx,dy,dz\n", "0,0,50,0,0,-1\n", "# no ray\n", "0,0,50,0,0,-1"):
        with open("few.csv", "w", encoding="utf-8") as few:
            few.write(text)
        compare("town.hit", "few.csv", "csv", [], [0, 3])
    # Chunks that are too large to be kept, and are written as they are made.
    ENVIRONMENT.update(HITSCAN_CHUNK_ROWS="4000", HITSCAN_CHUNK_BYTES="70000")
    for rays, form, options in (("rays.csv", "csv", ["--mode", "all"]), ("rays.npy", "ndjson", ["--hits-only"]),
                                ("rays.ndjson", "npy", ["--mode", "all"]), ("rays.npy", "npy", []),
                                ("rays.csv", "csv", ["--strict"])):
        compare("town.hit", rays, form, options, [0, 2, 3])
    ENVIRONMENT.update(HITSCAN_CHUNK_ROWS="700", HITSCAN_CHUNK_BYTES="0")
    # Shards that were cast on ranks are put together as others are.
    whole = run(cast("town.hit", "rays.npy", "whole.npy"))
    require(whole.code == 0, whole.err)
    parts = []
    for i in (1, 2, 3):
        parts.append(f"part-{i}.npy")
        done = run(ranks(2, cast("town.hit", "rays.npy", parts[-1], "--shard", f"{i}/3")))
        require(done.code == 0, done.err)
    done = run([TOOL, "cast", "--merge", "merged.npy", *parts])
    require(done.code == 0 and filecmp.cmp("whole.npy", "merged.npy", shallow=False), done.err)


def test_verbs():
    """lidar and render: the same bytes, and what they print, but for times."""
    make_model()
    scan = [TOOL, "lidar", "town.obj", "--sensor", "os1-64", "--path", "0,0,2/20,5,2", "--noise", "0.02", "--quiet"]
    for form in ("ply", "csv", "npy"):
        alone = run(scan + ["-o", "one." + form])
        for count in (2, 3):
            done = run(ranks(count, scan + ["-o", "two." + form]))
            require(done.code == alone.code and filecmp.cmp("one." + form, "two." + form, shallow=False),
                    "lidar", form, count, done.err)
    numbers = []
    for command in (scan, ranks(3, scan)):
        numbers.append(json.loads(run([*command, "--json"]).out))
        numbers[-1] = {k: v for k, v in numbers[-1].items() if "second" not in k}
    require(numbers[0] == numbers[1], numbers)
    for options in ([], ["--mode", "depth", "--raw"], ["--mode", "parts", "--raw"], ["--mode", "cost", "--raw"],
                    ["--mode", "normals", "--raw"], ["--background", "transparent"], ["--mode", "points"],
                    ["--orbit", "3"]):
        draw = [TOOL, "render", "town.obj", "--size", "300x200", "--quiet", *[o for o in options if o != "--raw"]]
        first, second = draw + ["-o", "one.png"], draw + ["-o", "two.png"]
        if "--raw" in options:
            first, second = first + ["--raw", "one.raw.npy"], second + ["--raw", "two.raw.npy"]
        alone, done = run(first), run(ranks(3, second))
        require(done.code == alone.code, options, done.err)
        names = ["-000.png", "-001.png", "-002.png"] if "--orbit" in options else [".png"]
        for name in names + ([".raw.npy"] if "--raw" in options else []):
            require(filecmp.cmp("one" + name, "two" + name, shallow=False), "render", options, name)
    require(not left_over(), left_over())


# ---- Runs that end early --------------------------------------------------------------------------------------------


def write_wrapper():
    """Tells the process of each rank, before it becomes the command."""
    with open("wrapper", "w", encoding="utf-8") as script:
        script.write('#!/bin/sh\necho $$ >"pid.$OMPI_COMM_WORLD_RANK.new"\n'
                     'mv "pid.$OMPI_COMM_WORLD_RANK.new" "pid.$OMPI_COMM_WORLD_RANK"\nexec "$@"\n')
    os.chmod("wrapper", 0o755)


def start(count, command):
    remove(*(f"pid.{i}" for i in range(count)))
    process = subprocess.Popen(ranks(count, ["./wrapper", *command]), env=ENVIRONMENT, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + LIMIT
    while not all(os.path.exists(f"pid.{i}") for i in range(count)) and time.monotonic() < until:
        time.sleep(0.001)
    pids = []
    for i in range(count):
        with open(f"pid.{i}", encoding="utf-8") as file:
            pids.append(int(file.read()))
    return process, pids


def finish(process):
    try:
        return process.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        process.kill()
        raise Failure("it hangs") from None


def resume_until_done(count, command, out, reference):
    done = run(ranks(count, command) if count > 1 else command)
    require(done.code == 0, done.err)
    require(filecmp.cmp(out, reference, shallow=False), "bytes differ after --resume:", done.err)
    require(not left_over(), left_over())
    return "were cast by an earlier run" in done.err


def test_kill():
    make_model()
    make_rays(60000, broken=False)
    write_wrapper()
    choose = random.Random(SEED)
    print(f"seed {SEED}")
    rounds = int(os.environ.get("HIT_KILLS", "6"))
    reused = 0
    for i in range(rounds):
        ENVIRONMENT["HITSCAN_CHUNK_BYTES"] = choose.choice(["0", "70000"])
        rays, form, options = choose.choice([("rays.csv", "csv", []), ("rays.npy", "npy", []),
                                             ("rays.npy", "csv", ["--mode", "all"]),
                                             ("rays.ndjson", "npy", ["--hits-only"])])
        count, out = choose.choice([2, 3]), "killed." + form
        require(run(cast("town.hit", rays, "reference." + form, *options)).code == 0)
        command = cast("town.hit", rays, out, *options) + ["--resume", "--quiet"]
        remove(out)
        with open(out, "w", encoding="utf-8") as older:
            older.write("an older file")
        process, pids = start(count, command)
        # From before MPI starts to when all is done: mostly when chunks are in the journal.
        least = choose.choice([0, 1000, 5000, 20000])
        until = time.monotonic() + LIMIT
        while process.poll() is None and time.monotonic() < until:
            if os.path.exists(out + ".journal") and os.path.getsize(out + ".journal") > least:
                break
        time.sleep(choose.uniform(0, 0.01))
        victim = choose.randrange(count)
        if process.poll() is None:
            os.kill(pids[victim], signal.SIGKILL)
        finish(process)
        if process.returncode != 0:
            with open(out, encoding="utf-8", errors="replace") as older:
                require(older.read(20) == "an older file", "an older file is gone")
        # What was written is not trusted.
        spoilt = choose.choice(["nothing", "bytes", "journal", "end"])
        if spoilt == "bytes" and os.path.exists(out + ".partial") and os.path.getsize(out + ".partial") > 5000:
            with open(out + ".partial", "r+b") as partial:
                partial.seek(4000)
                byte = partial.read(1)
                partial.seek(4000)
                partial.write(bytes([byte[0] ^ 1]))
        if spoilt == "end" and os.path.exists(out + ".partial"):
            os.truncate(out + ".partial", os.path.getsize(out + ".partial") // 2)
        if spoilt == "journal" and os.path.exists(out + ".journal"):
            os.truncate(out + ".journal", max(0, os.path.getsize(out + ".journal") - choose.randrange(1, 300)))
        again = resume_until_done(choose.choice([1, 2, 3]), [c for c in command if c != "--quiet"], out,
                                  "reference." + form)
        reused += again
        print(f"round {i}: {rays} to {form} {options} on {count}, rank {victim} killed, code {process.returncode}, "
              f"spoilt: {spoilt}, went on: {again}")
    require(rounds < 6 or reused > 0, "no run went on from another")


def test_refused():
    """A journal of another run, and one that is in use."""
    make_model()
    make_rays(30000, broken=False)
    command = cast("town.hit", "rays.npy", "out.npy") + ["--resume"]
    process = subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + LIMIT
    while process.poll() is None and time.monotonic() < until:
        if os.path.exists("out.npy.journal") and os.path.getsize("out.npy.journal") > 500:
            break
    process.send_signal(signal.SIGSTOP)
    if process.poll() is None:
        busy = run(command)
        require(busy.code == 3 and "another run is writing" in busy.err, busy.err)
    process.send_signal(signal.SIGCONT)
    process.send_signal(signal.SIGTERM)
    finish(process)
    if not left_over():
        print("it was done before the signal came: nothing to refuse")
        return
    require(process.returncode == 128 + signal.SIGTERM, process.returncode)
    shutil.copy("rays.npy", "other.npy")
    with open("other.npy", "r+b") as other:
        other.seek(2000)
        other.write(b"\x00\x00\x80\x3f")
    require(run([TOOL, "gen", "torus", "--triangles", "5000", "-o", "other.obj", "--quiet"]).code == 0, "gen")
    for other, what in ((cast("town.hit", "rays.npy", "out.npy", "--sides", "front"), "other options"),
                        (cast("town.hit", "other.npy", "out.npy"), "other rays"),
                        (cast("other.obj", "rays.npy", "out.npy"), "another model"),
                        (cast("town.hit", "rays.npy", "out.npy", "--shard", "1/2"), "another --shard")):
        done = run(other + ["--resume"])
        require(done.code == 3 and what in done.err, what, done.err)
    require(run(cast("town.hit", "rays.npy", "reference.npy")).code == 0)
    require(resume_until_done(2, command, "out.npy", "reference.npy"), "nothing was reused")


def test_interrupt():
    make_model()
    make_rays(60000, broken=False)
    write_wrapper()
    require(run(cast("town.hit", "rays.csv", "reference.csv")).code == 0)
    # SIGTERM to one rank ends all; whole records stay, and are the first of those that there are.
    process, pids = start(3, cast("town.hit", "rays.csv", "out.csv"))
    time.sleep(0.35)
    if process.poll() is None:
        os.kill(pids[1], signal.SIGTERM)
    finish(process)
    if os.path.exists("out.csv"):
        with open("out.csv", "rb") as out, open("reference.csv", "rb") as reference:
            some, all_of_it = out.read(), reference.read()
        require(all_of_it.startswith(some) and some.endswith(b"\n"), "records are cut")
    require(not left_over(), left_over())
    # A rank that stands still: the others go on, and it does its part when it wakes up.
    process, pids = start(3, cast("town.hit", "rays.csv", "slow.csv"))
    time.sleep(0.25)
    if process.poll() is None:
        os.kill(pids[2], signal.SIGSTOP)
        time.sleep(1.0)
        os.kill(pids[2], signal.SIGCONT)
    finish(process)
    require(process.returncode == 0 and filecmp.cmp("slow.csv", "reference.csv", shallow=False), "a slow rank")


# ---- Errors ---------------------------------------------------------------------------------------------------------


def test_errors():
    make_model()
    make_rays(20000, broken=False)
    with open("elsewhere", "w", encoding="utf-8") as script:
        script.write('#!/bin/sh\n[ "$OMPI_COMM_WORLD_RANK" != 2 ] || cd /\nexec "$@"\n')
    os.chmod("elsewhere", 0o755)
    # A rank that cannot read the rays, or the model: its name, and the code of one process.
    for model in ("town.hit", "town.obj"):
        done = run(ranks(3, ["./elsewhere", *cast(model, os.path.abspath("rays.npy"), "out.npy")]))
        what = model if model == "town.hit" else "out.npy"  # which rank 0 has read for all; then it is the output
        require(done.code == 3 and len(done.said) == 1 and "rank 2 (" in done.said[0] and what in done.said[0],
                done.err)
    done = run(ranks(3, ["./elsewhere", *cast(os.path.abspath("town.hit"), "rays.npy", "out.npy")]))
    require(done.code == 3 and len(done.said) == 1 and "rank 2 (" in done.said[0] and "rays.npy" in done.said[0],
            done.err)
    for command, code, what in (
            ([TOOL, "info", "town.obj"], 2, "runs on one rank"),
            (cast("none.obj", "rays.npy", "out.npy"), 3, "none.obj"),
            (cast("town.hit", "-", "out.csv"), 2, "several ranks read"),
            (cast("town.hit", "rays.npy", "-", "--out-format", "csv"), 2, "--out FILE"),
            (cast("town.hit", "rays.npy", "/dev/null", "--out-format", "raw"), 2, "several ranks write"),
            (cast("town.hit", "rays.npy", "out.npy", "--foo"), 2, "--foo")):
        done = run(ranks(3, command))
        require(done.code == code and len(done.said) == 1 and what in done.said[0], command, done.code, done.err)
    # Without the module, ranks are refused; they never run as if each were alone.
    bare = os.path.abspath("bare")
    shutil.copy(TOOL, bare)
    fake = run(cast("town.hit", "rays.npy", "out.npy"), OMPI_COMM_WORLD_SIZE="4", OMPI_COMM_WORLD_RANK="0",
               LD_LIBRARY_PATH="")
    require(fake.code == 2 and "4 ranks" in fake.err, fake.err)
    require(not left_over(), left_over())
    test_full_disk()


def test_full_disk():
    os.mkdir("small")
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300k", "none", "small"],
                                           capture_output=True).returncode != 0:
        print("skipped: a full disk (only root may mount one)")
        return
    try:
        for out in ("small/out.csv", "small/out.npy"):
            done = run(ranks(3, cast("town.hit", "rays.npy", out, "--fields", "ray,t,face,x,y,z")))
            require(done.code == 4 and "cannot write all of " + out in done.err, done.code, done.err)
            require([name for name in os.listdir("small") if ".part" in name] == [], os.listdir("small"))
            remove(out)
    finally:
        subprocess.run(["umount", "small"], check=True)


# ---- Hosts ----------------------------------------------------------------------------------------------------------


def ip(*words):
    subprocess.run(["ip", *words], check=True, capture_output=True)


def test_hosts():
    if os.geteuid() != 0 or not shutil.which("ip"):
        print("skipped: several hosts (only root may make network namespaces, by ip)")
        return 77
    make_model()
    make_rays(30000)
    tag = f"hs{os.getpid() % 10000}"
    hosts = [f"{tag}-{i}" for i in range(3)]
    try:
        try:
            ip("netns", "add", hosts[0])
        except subprocess.CalledProcessError as error:
            print("skipped: several hosts:", error.stderr.decode().strip())
            return 77
        for host in hosts[1:]:
            ip("netns", "add", host)
        ip("-n", hosts[0], "link", "add", "bridge", "type", "bridge")
        for i, host in enumerate(hosts):
            ip("-n", hosts[0], "link", "add", f"port{i}", "type", "veth", "peer", "name", "wire", "netns", host)
            ip("-n", hosts[0], "link", "set", f"port{i}", "master", "bridge")
            ip("-n", hosts[0], "link", "set", f"port{i}", "up")
            ip("-n", host, "address", "add", f"10.77.7.{i + 1}/24", "dev", "wire")
            ip("-n", host, "link", "set", "wire", "up")
            ip("-n", host, "link", "set", "lo", "up")
        ip("-n", hosts[0], "link", "set", "bridge", "up")
        with open("agent", "w", encoding="utf-8") as agent:
            # mpirun calls it as it calls ssh: options, host, command. Each host has a name and a session folder.
            agent.write("#!/bin/bash\nwhile [[ $1 == -* ]]; do shift; done\nhost=$1\nshift\n"
                        f"number=$((${{host##*.}} - 1))\n"
                        f"exec ip netns exec {tag}-$number unshare --uts sh -c "
                        "\"hostname node$number; $*\"\n")
        os.chmod("agent", 0o755)
        launch = ["ip", "netns", "exec", hosts[0], "unshare", "--uts", "sh", "-c",
                  'hostname node0; exec "$@"', "sh", MPIRUN, "--mca", "plm_rsh_agent", os.path.abspath("agent"),
                  "--mca", "oob_tcp_if_include", "10.77.7.0/24", "--mca", "btl_tcp_if_include", "10.77.7.0/24",
                  "--mca", "btl", "self,tcp,vader", "--host", "10.77.7.1:2,10.77.7.2:2,10.77.7.3:2", "-n", "5",
                  "-x", "HITSCAN_CHUNK_ROWS", "--wdir", os.getcwd()]
        for model, rays, out, options in (("town.obj", "rays.csv", "out.csv", []),
                                          ("town.hit", "rays.npy", "out.npy", []),
                                          ("town.obj", "rays.ndjson", "out.ndjson", ["--mode", "all", "--resume"])):
            base = [option for option in options if option != "--resume"]
            alone = run(cast(model, rays, "one", *base, "--out-format", out.split(".")[1]))
            done = run(launch + cast(model, rays, out, *options))
            require(done.code == alone.code and done.said == alone.said, done.code, done.err, alone.err)
            require(filecmp.cmp(out, "one", shallow=False), "bytes differ on hosts", out)
            print(f"{out}: {done.seconds:.1f} s on 3 hosts")
    finally:
        for host in hosts:
            subprocess.run(["ip", "netns", "delete", host], capture_output=True, check=False)
    return 0


TESTS = {"smoke": test_smoke, "bytes": test_bytes, "verbs": test_verbs, "kill": test_kill, "refused": test_refused,
         "interrupt": test_interrupt, "errors": test_errors, "hosts": test_hosts}


def main():
    names = sys.argv[1:] or list(TESTS)
    if not MPIRUN:
        print("skipped: there is no mpirun (scripts/setup cluster)")
        return 77
    if not TOOL or not all(name in TESTS for name in names):
        sys.exit(__doc__)
    failed = skipped = 0
    for name in names:
        folder = tempfile.mkdtemp(prefix="hitscan-cluster-")
        os.chdir(folder)
        try:
            skipped += TESTS[name]() == 77
            print(f"[       OK ] {name}")
        except (Failure, subprocess.TimeoutExpired) as failure:
            failed += 1
            print(f"[  FAILED  ] {name}: {failure}")
        os.chdir("/")
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{len(names) - failed - skipped} passed, {failed} failed")
    return 1 if failed else 77 if skipped == len(names) else 0


if __name__ == "__main__":
    sys.exit(main())
