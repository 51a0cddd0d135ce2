//! The page is part of the program: a file added to it must be seen.

fn main() {
    println!("cargo:rerun-if-changed=assets");
}
