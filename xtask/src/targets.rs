//! Other systems than this one: that the program compiles for them, and, with `--all`, that it works
//! there as it does here.

use crate::{
    checks::{Done, Extent, cargo},
    elsewhere::{self, Machine},
    tools::{self, run},
};
use std::process::Command;

/// A system that the program is built for.
pub(crate) struct Target {
    /// As Rust calls it.
    pub(crate) name: &'static str,
    /// The C compiler; `None`: that of this machine.
    compiler: Option<&'static str>,
    /// Whether it is the linker too.
    links: bool,
    /// The packages of Debian that bring it.
    packages: &'static [&'static str],
}

/// What browsers run, as Rust calls it.
pub(crate) const BROWSER: &str = "wasm32-unknown-unknown";

pub(crate) const WINDOWS: Target = Target {
    name: "x86_64-pc-windows-gnu",
    compiler: Some("x86_64-w64-mingw32-gcc"),
    links: true,
    packages: &["gcc-mingw-w64-x86-64"],
};

pub(crate) const ARM: Target = Target {
    name: "aarch64-unknown-linux-gnu",
    compiler: Some("aarch64-linux-gnu-gcc"),
    links: true,
    packages: &["gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross"],
};

/// Without any library, so that it runs in an empty folder.
pub(crate) const STATIC: Target = Target {
    name: "x86_64-unknown-linux-musl",
    compiler: Some("musl-gcc"),
    // It would name a loader in a program that is its own, which ends the program before it begins.
    links: false,
    packages: &["musl-tools"],
};

/// Debian's usual one.
pub(crate) const LINUX: Target = Target {
    name: "x86_64-unknown-linux-gnu",
    compiler: None,
    links: true,
    packages: &[],
};

impl Target {
    /// Sees to it that there is what compiles for it.
    pub(crate) fn prepare(&self) -> Result<(), String> {
        tools::need_rust_target(self.name)?;
        match self.compiler {
            Some(compiler) => tools::need_program(compiler, self.packages),
            None => Ok(()),
        }
    }

    /// A command of cargo that is told what compiles and links for it, where that is not the usual one.
    pub(crate) fn cargo(&self, arguments: &str) -> Command {
        let mut command = cargo(arguments);
        command.args(["--locked", "--package", "papan"]);
        if !self.is_here() {
            command.args(["--target", self.name]);
        }
        self.name_compiler(&mut command);
        command
    }

    /// Whether this machine is one, so that nothing is compiled a second time.
    fn is_here(&self) -> bool {
        self.compiler.is_none()
    }

    fn name_compiler(&self, command: &mut Command) {
        if let Some(compiler) = self.compiler {
            let name = self.name.replace('-', "_");
            if self.links {
                let linker = format!("CARGO_TARGET_{}_LINKER", name.to_uppercase());
                command.env(linker, compiler);
            }
            command.env(format!("CC_{name}"), compiler);
        }
    }

    /// The program as a profile builds it.
    pub(crate) fn program(&self, profile: &str) -> String {
        let folder = match profile {
            "dev" => "debug",
            other => other,
        };
        let ending = if self.name.contains("windows") {
            ".exe"
        } else {
            ""
        };
        match self.is_here() {
            true => format!("target/{folder}/papan{ending}"),
            false => format!("target/{}/{folder}/papan{ending}", self.name),
        }
    }
}

/// The systems that others have.
const OTHERS: [Target; 2] = [WINDOWS, ARM];

/// Compiles for other systems; with `--all` the program is run there too.
pub(crate) fn check(extent: Extent) -> Result<Done, String> {
    // As the check `lint` does, which sees nothing of what is for other systems.
    tools::need_component("clippy", "clippy")?;
    let mut together = cargo("clippy --locked --package papan");
    for target in &OTHERS {
        target.prepare()?;
        target.name_compiler(&mut together);
        together.args(["--target", target.name]);
    }
    run(together.args(["--", "-D", "warnings"]))?;
    if extent == Extent::Everyday {
        return Ok(Done::Passed);
    }
    // What there is to compare with.
    run(&mut cargo("build --locked --package papan"))?;
    let mut left_out = Vec::new();
    for (target, machine) in [(WINDOWS, Machine::wine()?), (ARM, Machine::qemu()?)] {
        run(&mut target.cargo("build"))?;
        left_out.extend(elsewhere::check(&machine, &target.program("dev"))?);
    }
    match left_out.is_empty() {
        true => Ok(Done::Passed),
        false => Ok(Done::NotRun(format!(
            "everything else passed, but: {}",
            left_out.join("; ")
        ))),
    }
}
