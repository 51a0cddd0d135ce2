//! The image for containers, as deploy/Containerfile describes it, made without an engine.
//!
//! One file is both what `docker save` writes and an archive of the Open Container Initiative, so that
//! every engine loads it.

use super::{OUT, Release, copy, empty, tar};
use crate::tools::{capture, run};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

const CONTAINERFILE: &str = "deploy/Containerfile";

/// What the last part of the Containerfile says.
pub(super) struct Image {
    pub(super) user: String,
    pub(super) environment: Vec<String>,
    pub(super) volumes: Vec<String>,
    pub(super) ports: Vec<String>,
    pub(super) entrypoint: Vec<String>,
    pub(super) command: Vec<String>,
}

impl Image {
    /// Reads it. An instruction that is not known is an error: the image would not be that of the file.
    pub(super) fn described() -> Result<Image, String> {
        let text = fs::read_to_string(CONTAINERFILE)
            .map_err(|error| format!("{CONTAINERFILE}: {error}"))?;
        let (_, last) = text.rsplit_once("FROM scratch").ok_or(format!(
            "{CONTAINERFILE} has no part that begins with nothing"
        ))?;
        Image::read(last)
    }

    fn read(text: &str) -> Result<Image, String> {
        let mut image = Image {
            user: String::new(),
            environment: Vec::new(),
            volumes: Vec::new(),
            ports: Vec::new(),
            entrypoint: Vec::new(),
            command: Vec::new(),
        };
        for line in text.lines().map(str::trim) {
            let (instruction, rest) = line.split_once(' ').unwrap_or((line, ""));
            match instruction {
                "" | "#" => {}
                // The program and the folder of the volume, which are made here.
                "COPY" => {}
                "USER" => rest.clone_into(&mut image.user),
                "ENV" => image.environment.push(rest.to_owned()),
                "EXPOSE" => image.ports.push(rest.to_owned()),
                "VOLUME" => image.volumes = list(rest)?,
                "ENTRYPOINT" => image.entrypoint = list(rest)?,
                "CMD" => image.command = list(rest)?,
                other => return Err(format!("{CONTAINERFILE}: {other} is not known here")),
            }
        }
        Ok(image)
    }

    fn config(&self, layer: &str, release: &Release, created: &str) -> String {
        let set = |names: &[String]| {
            let pairs: Vec<String> = names.iter().map(|name| format!("{name:?}:{{}}")).collect();
            format!("{{{}}}", pairs.join(","))
        };
        let ports: Vec<String> = self
            .ports
            .iter()
            .map(|port| match port.contains('/') {
                true => port.clone(),
                false => format!("{port}/tcp"),
            })
            .collect();
        format!(
            "{{\"created\":{created:?},\"architecture\":\"amd64\",\"os\":\"linux\",\
             \"config\":{{\"User\":{:?},\"Env\":{:?},\"Volumes\":{},\"ExposedPorts\":{},\
             \"Entrypoint\":{:?},\"Cmd\":{:?},\"Labels\":{{\
             \"org.opencontainers.image.title\":\"papan\",\
             \"org.opencontainers.image.version\":{:?},\
             \"org.opencontainers.image.licenses\":\"MIT OR Apache-2.0\"}}}},\
             \"rootfs\":{{\"type\":\"layers\",\"diff_ids\":[\"sha256:{layer}\"]}},\
             \"history\":[{{\"created\":{created:?},\"created_by\":\"cargo xtask dist\"}}]}}",
            self.user,
            self.environment,
            set(&self.volumes),
            set(&ports),
            self.entrypoint,
            self.command,
            release.version,
        )
    }
}

/// The texts of a list such as `["/papan", "serve"]`.
fn list(text: &str) -> Result<Vec<String>, String> {
    let inside = text
        .trim()
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    let inside = inside.ok_or(format!("{CONTAINERFILE}: '{text}' is no list"))?;
    let word = |word: &str| {
        let word = word
            .trim()
            .strip_prefix('"')
            .and_then(|word| word.strip_suffix('"'));
        word.filter(|word| !word.contains(['"', '\\']))
            .map(str::to_owned)
    };
    let words: Option<Vec<String>> = inside.split(',').map(word).collect();
    words.ok_or(format!(
        "{CONTAINERFILE}: '{text}' is no list of plain texts"
    ))
}

/// The image as a file.
pub(super) fn image(program: &Path, release: &Release) -> Result<PathBuf, String> {
    let described = Image::described()?;
    let root = empty("image-root")?;
    copy(program, &root.join("papan"))?;
    let folder = empty("image")?;
    let blobs = folder.join("blobs/sha256");
    fs::create_dir_all(&blobs).map_err(|error| error.to_string())?;
    let layer_file = folder.join("layer.tar");
    tar(&root, &["papan"], &layer_file, release)?;
    // Folders of volumes belong to the user who writes into them.
    let folders = empty("image-volumes")?;
    for volume in &described.volumes {
        let name = volume.trim_start_matches('/');
        fs::create_dir_all(folders.join(name)).map_err(|error| error.to_string())?;
        let (user, group) = described
            .user
            .split_once(':')
            .unwrap_or((&described.user, "0"));
        let mut add = Command::new("tar");
        add.args(["--append", "--numeric-owner", "--mode=0700"]);
        add.args([format!("--owner={user}"), format!("--group={group}")]);
        add.arg(format!("--mtime=@{}", release.time))
            .arg("--file")
            .arg(&layer_file);
        run(add.arg("--directory").arg(&folders).arg(name))?;
    }
    let layer = keep(&layer_file, &blobs)?;
    let created = capture(
        Command::new("date")
            .args(["--utc", "--iso-8601=seconds", "--date"])
            .arg(format!("@{}", release.time)),
    )?;
    let created = created.standard.trim().replace("+00:00", "Z");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text)
            .map(|()| path)
            .map_err(|error| error.to_string())
    };
    let config = keep(
        &write("config", &described.config(&layer.sum, release, &created))?,
        &blobs,
    )?;
    let blob = |kind: &str, kept: &Kept| {
        format!(
            "{{\"mediaType\":\"application/vnd.oci.image.{kind}\",\"digest\":\"sha256:{}\",\"size\":{}}}",
            kept.sum, kept.size
        )
    };
    let manifest = format!(
        "{{\"schemaVersion\":2,\"mediaType\":\"application/vnd.oci.image.manifest.v1+json\",\
         \"config\":{},\"layers\":[{}]}}",
        blob("config.v1+json", &config),
        blob("layer.v1.tar", &layer)
    );
    let manifest = keep(&write("manifest", &manifest)?, &blobs)?;
    let name = format!("papan:{}", release.version);
    let described = blob("manifest.v1+json", &manifest);
    let described = described.trim_end_matches('}');
    write(
        "index.json",
        &format!(
            "{{\"schemaVersion\":2,\"manifests\":[{described},\"annotations\":{{\
         \"io.containerd.image.name\":\"docker.io/library/{name}\",\
         \"org.opencontainers.image.ref.name\":{:?}}}}}]}}",
            release.version
        ),
    )?;
    write("oci-layout", "{\"imageLayoutVersion\":\"1.0.0\"}")?;
    write(
        "manifest.json",
        &format!(
            "[{{\"Config\":\"blobs/sha256/{}\",\"RepoTags\":[{name:?}],\"Layers\":[\"blobs/sha256/{}\"]}}]",
            config.sum, layer.sum
        ),
    )?;
    let to = Path::new(OUT).join(format!("papan-{}-image.tar", release.version));
    tar(
        &folder,
        &["blobs", "index.json", "manifest.json", "oci-layout"],
        &to,
        release,
    )?;
    Ok(to)
}

/// A file under the name of its checksum.
struct Kept {
    sum: String,
    size: u64,
}

fn keep(file: &Path, blobs: &Path) -> Result<Kept, String> {
    let said = capture(Command::new("sha256sum").arg(file))?.standard;
    let sum = said
        .split_whitespace()
        .next()
        .unwrap_or_default()
        .to_owned();
    let size = fs::metadata(file).map_err(|error| error.to_string())?.len();
    fs::rename(file, blobs.join(&sum)).map_err(|error| error.to_string())?;
    Ok(Kept { sum, size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_is_read() {
        let image = Image::read(
            "\nCOPY --from=build /papan /papan\nUSER 1:2\nVOLUME [\"/data\"]\nCMD [\"serve\", \"--no-open\"]\n",
        )
        .unwrap();
        assert_eq!((image.user.as_str(), image.command.len()), ("1:2", 2));
        assert_eq!(image.volumes, ["/data"]);
        assert!(Image::read("RUN make").is_err());
        assert!(list("serve").is_err() && list("[serve]").is_err());
    }
}
