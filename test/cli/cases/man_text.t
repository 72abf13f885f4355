# The page of a verb as it is written; its date is fixed.
$ hitscan man explain
\.TH HITSCAN-EXPLAIN 1 \d+-\d+-\d+ "hitscan \d+\.\d+\.\d+" "hitscan manual" (re)
.SH NAME
hitscan\-explain \- tell why a pixel does not pick a part
.SH SYNOPSIS
\fBhitscan explain\fR \fIMODEL...\fR [options]
.SH DESCRIPTION
The first of these that holds is the reason: all of the part is behind the camera\(aqs near plane, or
beyond the far one; the pixel\(aqs ray misses the box around it, or misses the part itself (then it
says how many pixels to the right and down the closest of it is); the ray hits it outside of the
two planes only; something nearer hides it; or it is picked.
.PP
Pixels count from the upper left corner: x to the right, y down. Depths are behind the near plane,
in the units of the model. Parts count from 0, as hitscan info lists them.
Exit code 0 when the part is picked, 1 when it is not.
.PP
Several models are one: their parts are then called "FILE:NAME". Patterns of \-\-only and \-\-hide are those
of shells (* ? [a\-z]), and a part is meant by its name or by its path, as in robot/arm/*. Both may
be given several times. Lengths are in the units of the model, after \-\-unit, \-\-scale, \-\-rotate and \-\-move,
which happen in this order.
.br
A model may be a pipe, or \-, the standard input; its format can be told where its bytes do not.
.SH OPTIONS
.TP
\fB\-\-at\fR \fIX,Y\fR
which pixel; must be given
.TP
\fB\-\-part\fR \fIPART\fR
which part, by its number or its name; must be given
.TP
\fB\-\-camera\fR \fICAMERA\fR
iso, front, back, left, right, top, bottom; or eye=X,Y,Z/at=X,Y,Z/up=X,Y,Z/fov=DEGREES,
with ortho=HEIGHT in place of fov, and near=, far=; or the name or number, from 0, of a
camera in the file (iso: all of the model in view)
.TP
\fB\-\-view\fR \fIVIEW\fR
iso, front, back, left, right, top or bottom, relative to what is up; \-\-camera may add fields (iso)
.TP
\fB\-\-margin\fR \fIPERCENT\fR
of views: how much of the picture stays free on each side, 0 to 45 (4)
.TP
\fB\-\-size\fR \fIWxH\fR
pixels across and down, up to 32768 each (960x600)
.TP
\fB\-\-up\fR \fIAXIS\fR
which axis of the model points up: x, y, z, \-x, \-y or \-z (as the file or its format says, or z)
.TP
\fB\-\-only\fR \fIPATTERN,...\fR
these parts of the model alone: by name or path, as in \(aqwheel*\(aq, or material:NAME
.TP
\fB\-\-hide\fR \fIPATTERN,...\fR
without these parts
.TP
\fB\-\-format\fR \fIFORMAT\fR
what the model is, whatever its name: obj, ply, stl, off, gltf, 3mf or xyz
.TP
\fB\-\-parts\fR \fIby=WHAT\fR
what a part is: by=node, mesh, material or component (as the file has them)
.TP
\fB\-\-scene\fR \fIN\fR
of a file with several scenes (glTF), the one with this number from 1 (the file\(aqs own)
.TP
\fB\-\-max\-memory\fR \fIBYTES\fR
the most that reading a model may take, as in 512M or 4G (64 MiB plus 16 times the file)
.TP
\fB\-\-helper\-memory\fR \fIBYTES\fR
the same of the process in which Assimp reads (2 GiB plus 64 times the file)
.TP
\fB\-\-helper\-seconds\fR \fIS\fR
how long that process may compute (60)
.TP
\fB\-\-unit\fR \fIUNIT\fR
make it metres: a unit of the model is a mm, cm, m, km, in or ft, or what the file says
.TP
\fB\-\-scale\fR \fIFACTOR\fR
make it larger, about the origin
.TP
\fB\-\-rotate\fR \fIAXIS,DEGREES\fR
then turn it about an axis through the origin: x, y, z or X,Y,Z, as in z,90
.TP
\fB\-\-move\fR \fIX,Y,Z\fR
then move it
.TP
\fB\-\-json\fR
print JSON, for machines
.TP
\fB\-\-quiet\fR
no progress, notes and tables; the exit code tells
.TP
\fB\-\-threads\fR \fIN\fR
at most 256; 0: one for each processor (0)
.TP
\fB\-\-help\fR
print this
.SH EXAMPLES
.nf
hitscan explain house.obj \-\-at 480,300 \-\-part door
hitscan explain house.hit \-\-camera front \-\-at 480,300 \-\-part 12 \-\-json
.fi
.SH EXIT STATUS
.TP 8
0
found, or done
.TP 8
1
nothing was hit, picked or selected
.TP 8
2
the command line is wrong
.TP 8
3
a file cannot be used
.TP 8
4
out of memory or disk space
.TP 8
128+n
stopped by signal n, as by Ctrl\-C
.SH ENVIRONMENT
.TP
\fBHITSCAN_CPU\fR
\fBportable\fR, \fBsse4\fR or \fBavx2\fR: the best kernel that may be used. The answers stay the same.
.TP
\fBNO_COLOR\fR
When it is set and not empty, there are no colours. Without a terminal there are none either.
.TP
\fBHITSCAN_NO_CACHE\fR
When it is set and not empty, .hit files are checked each time. Else it is kept in \fBXDG_CACHE_HOME\fR, or
\(ti/.cache, which of them are known as good.
.SH SEE ALSO
\fBhitscan\fR(1),
\fBhitscan\-info\fR(1),
\fBhitscan\-cast\fR(1),
\fBhitscan\-pick\fR(1),
\fBhitscan\-select\fR(1),
\fBhitscan\-render\fR(1),
\fBhitscan\-lidar\fR(1),
\fBhitscan\-tree\fR(1),
\fBhitscan\-bench\fR(1),
\fBhitscan\-gen\fR(1),
\fBhitscan\-demo\fR(1),
\fBhitscan\-man\fR(1),
\fBhitscan\-completion\fR(1)
