//! Giving up root's rights, after what needs them is prepared.

use crate::table;
use std::{
    env, fs, io,
    os::unix::{fs::PermissionsExt, process::CommandExt},
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

/// Who has no rights: `nobody`.
const NOBODY: u32 = 65534;

/// The names of the variables by which root tells the attack that it starts what it prepared.
const FOLDER: &str = "PAPAN_ATTACK_FOLDER";
const SMALL: &str = "PAPAN_ATTACK_SMALL";
/// Set where nobody else sees what is mounted.
const ALONE: &str = "PAPAN_ATTACK_ALONE";

/// The file in a lent folder by which nobody hands the table to root, who may write the page.
pub(crate) const TABLE: &str = "table.md";

/// Where to write, and a file system with next to no room, where there is one.
pub(crate) struct Place {
    pub(crate) folder: PathBuf,
    pub(crate) small: Option<PathBuf>,
    /// Whether somebody else removes the folder.
    pub(crate) is_lent: bool,
}

/// The place that we were lent by root, or one of our own.
pub(crate) fn place() -> io::Result<Place> {
    if let Some(folder) = env::var_os(FOLDER) {
        return Ok(Place {
            folder: folder.into(),
            small: env::var_os(SMALL).map(PathBuf::from),
            is_lent: true,
        });
    }
    let folder = new_folder()?;
    Ok(Place {
        folder,
        small: None,
        is_lent: false,
    })
}

fn new_folder() -> io::Result<PathBuf> {
    let name = format!("papan-attack-{}", std::process::id());
    let folder = env::temp_dir().join(name);
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

pub(crate) fn is_root() -> bool {
    rustix::process::getuid().is_root()
}

/// As root: prepares a folder and a small file system, copies the two programs to where anybody may
/// start them, and goes on with the same words as nobody.
pub(crate) fn go_on_as_nobody(
    program: &Path,
    docs: Option<&Path>,
    words: &[String],
) -> io::Result<ExitCode> {
    // In a name space of its own a file system goes away with the last process that can see it,
    // however this one ends.
    let works = |words: &[&str]| {
        let status = Command::new("unshare").args(words).status();
        status.is_ok_and(|status| status.success())
    };
    if env::var_os(ALONE).is_none() && works(&["--mount", "true"]) {
        let mut alone = Command::new("unshare");
        alone.arg("--mount").arg(env::current_exe()?).args(words);
        return Err(alone.env(ALONE, "1").exec());
    }
    let folder = new_folder()?;
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o777))?;
    let own = folder.join("attack");
    let attacked = folder.join("papan");
    fs::copy(env::current_exe()?, &own)?;
    fs::copy(program, &attacked)?;
    for file in [&own, &attacked] {
        fs::set_permissions(file, fs::Permissions::from_mode(0o755))?;
    }
    let small = folder.join("small");
    fs::create_dir(&small)?;
    let mut mount = Command::new("mount");
    mount.args(["-t", "tmpfs", "-o", "size=1m,mode=777", "tmpfs"]);
    let mounted = env::var_os(ALONE).is_some()
        && mount
            .arg(&small)
            .status()
            .is_ok_and(|status| status.success());
    let mut command = Command::new(&own);
    command
        .args(words)
        .arg("--program")
        .arg(&attacked)
        .env(FOLDER, &folder)
        .env("HOME", &folder)
        .env("TMPDIR", &folder)
        .gid(NOBODY)
        .uid(NOBODY);
    if mounted {
        command.env(SMALL, &small);
    }
    let status = command.status();
    if let Some(page) = docs
        && let Ok(table) = fs::read_to_string(folder.join(TABLE))
    {
        table::write_into(page, &table).map_err(io::Error::other)?;
    }
    if mounted {
        let _ = Command::new("umount").arg(&small).status();
    }
    let code = status?.code().unwrap_or(101);
    for file in [own, attacked] {
        let _ = fs::remove_file(file);
    }
    tidy(&folder, code != 0);
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(101)))
}

/// Removes a folder, unless somebody should look into it.
pub(crate) fn tidy(folder: &Path, keep: bool) {
    match keep {
        true => eprintln!("what was written is in {}", folder.display()),
        false => drop(fs::remove_dir_all(folder)),
    }
}
