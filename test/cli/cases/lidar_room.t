# A room of ten metres, the sensor in its middle: four walls at five metres.
$ hitscan gen grid --triangles 12 -o room.obj --quiet
$ hitscan lidar room.obj --path 0,0,5 --sensor beams=1/fov=0,0/step=45 -o points.csv
firings  rays  points    share  range min  range mean  range max  seconds  M rays/s
      8     8       8  100\.0 %      5\.000       6\.036      7\.071 +\d+\.\d\d +\d+\.\d\d (re)
$ cat points.csv
x,y,z,range,part,face,incidence,beam,azimuth,time
5,0,5,5,0,4,0,0,0,0
5,5,5,7.071068,0,4,45,0,45,0.0125
0,5,5,5,0,6,0,0,90,0.025
-5,5,5,7.071068,0,6,45,0,135,0.0375
-5,0,5,5,0,8,0,0,180,0.05
-5,-5,5,7.071068,0,3,45,0,225,0.0625
0,-5,5,5,0,2,0,0,270,0.075
5,-5,5,7.071068,0,2,45,0,315,0.0875
# Three beams; the highest meets the walls at 5 / cos 30°.
$ hitscan lidar room.obj --path 0,0,5 --sensor beams=3/fov=-30,30/step=90 -o -  --format csv
x,y,z,range,part,face,incidence,beam,azimuth,time
5,0,2.1132486,5.773503,0,4,30,0,0,0
5,0,5,5,0,4,0,1,0,0
5,0,7.886751,5.773503,0,5,30,2,0,0
0,5,2.1132486,5.773503,0,6,30,0,90,0.025
0,5,5,5,0,6,0,1,90,0.025
0,5,7.886751,5.773503,0,7,30,2,90,0.025
-5,0,2.1132486,5.773503,0,8,30,0,180,0.05
-5,0,5,5,0,8,0,1,180,0.05
-5,0,7.886751,5.773503,0,9,30,2,180,0.05
0,-5,2.1132486,5.773503,0,2,30,0,270,0.075
0,-5,5,5,0,2,0,1,270,0.075
0,-5,7.886751,5.773503,0,3,30,2,270,0.075
# In the sensor's own frame, turned by 90 degrees on its mount.
$ hitscan lidar room.obj --path 2,1,5 --sensor beams=1/fov=0,0/step=90 -o -  --format csv --yaw 90
x,y,z,range,part,face,incidence,beam,azimuth,time
2,5,5,4,0,7,0,0,0,0
-5,1,5,7,0,9,0,0,90,0.025
2,-5,5,6,0,2,0,0,180,0.05
5,1,5,3,0,4,0,0,270,0.075
$ hitscan lidar room.obj --path 2,1,5 --sensor beams=1/fov=0,0/step=90 -o -  --format csv --yaw 90 --frame sensor
x,y,z,range,part,face,incidence,beam,azimuth,time
4,0,0,4,0,7,0,0,0,0
0,7,0,7,0,9,0,0,90,0.025
-6,0,0,6,0,2,0,0,180,0.05
0,-3,0,3,0,4,0,0,270,0.075
# The same with y up.
$ hitscan gen grid --triangles 12 -o room.obj --quiet --up y
$ hitscan lidar room.obj --path 2,5,-1 --sensor beams=1/fov=0,0/step=90 -o -  --format csv --yaw 90 --up y
x,y,z,range,part,face,incidence,beam,azimuth,time
2,5,-5,4,0,7,0,0,0,0
-5,5,-1,7,0,9,0,0,90,0.025
2,5,5,6,0,2,0,0,180,0.05
5,5,-1,3,0,4,0,0,270,0.075
# What is up comes from the file: a comment, or the format, which is then told. --up knows all six axes.
$ hitscan lidar room.obj --path 2,5,-1 --sensor beams=1/fov=0,0/step=90 -o -  --format csv --yaw 90 | sed -n 2,3p
hitscan: lidar: up is +y (OBJ); --up sets it
2,5,-5,4,0,7,0,0,0,0
-5,5,-1,7,0,9,0,0,90,0.025
$ for p in z,2,1,0 y,2,0,-1 x,0,2,1 -x,0,2,-1 -y,2,0,1 -z,2,-1,0; do hitscan lidar room.obj --move 0,-5,0 --path ${p#*,} --up ${p%%,*} --sensor beams=2/fov=-20,10/step=90 --frame sensor -o - --format csv --quiet | cut -d, -f 1-4 | sha256sum; done | uniq | wc -l
1
$ hitscan lidar room.obj --path 0,0,0 --up w
hitscan: lidar: --up has no "w"; it is one of auto, x, y, z, -x, -y, -z
[2]
