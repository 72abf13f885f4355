# What `make install` says at its end: only what this shell does not find, and the folder that the libraries are in.
$ mkdir -p build p/bin p/share/man/man1; echo CMAKE_INSTALL_LIBDIR:PATH=lib64 > build/CMakeCache.txt
$ unset MANPATH PKG_CONFIG_PATH CMAKE_PREFIX_PATH LD_LIBRARY_PATH
> bash $CASES/../../../scripts/install-hints /opt/p build | grep -v ' man:'
Installed below /opt/p; the libraries are in /opt/p/lib64.
What this shell does not find by itself:
  command:     export PATH="/opt/p/bin:$PATH"
  pkg-config:  export PKG_CONFIG_PATH="/opt/p/lib64/pkgconfig:${PKG_CONFIG_PATH:-}"
  CMake:       cmake -DCMAKE_PREFIX_PATH="/opt/p"
  at run time: link with -Wl,-rpath,"/opt/p/lib64"
# What was found needs no words. MANPATH that names other folders only hides the pages.
$ p=$PWD/p; export PATH=$p/bin:$PATH PKG_CONFIG_PATH=/x:$p/lib64/pkgconfig CMAKE_PREFIX_PATH=$p LD_LIBRARY_PATH=$p/lib64
> MANPATH=$p/share/man: bash $CASES/../../../scripts/install-hints $p build
> MANPATH=/elsewhere bash $CASES/../../../scripts/install-hints $p build
Installed below p; the libraries are in p/lib64.
Installed below p; the libraries are in p/lib64.
What this shell does not find by itself:
  man:         export MANPATH="p/share/man:${MANPATH:-}"
