/**
 * Files of a folder that is not a Unity project which run later by themselves. Source files run when somebody starts
 * the program, so they are ordinary, as texts and pictures are; what a build, an installation, a commit, a build
 * server, an IDE, a shell or another agent reads by its name is not, and neither is a name that says nothing. Pure;
 * segments are folded.
 */
import { hasOrdinaryEnding } from './ordinary-files.ts'
import { isProgram } from './program-files.ts'
import { AGENT_NOTES, runsInUnityBelow } from './unity-folder-code.ts'

const alternatives = (...some: readonly string[]): RegExp => new RegExp(some.join('|'), 's')

/** Python loads these unasked, where they lie among its packages. */
const PYTHON_FILE = /\.(pth|pyc)$/
/** Files of builds and settings that may stand anywhere under any name, and folders of them. */
const BUILD_FILE = alternatives(
	String.raw`\.(mk|mak|make|cmake|gradle|gradle\.kts|sbt|ninja|bzl|bazel|rake|dockerfile|tf|tf\.json|hcl|neon)$`,
	String.raw`\.(csproj|fsproj|vbproj|vcxproj|proj|props|targets|sln|slnx|user|rsp|pro|pri|cabal|gemspec|podspec)$`,
	String.raw`\.(xcconfig|pbxproj|xcodeproj|xcworkspace|xcscheme|code-workspace|iml|sublime-project)$`,
)
/**
 * `vite.config.prod.ts`, `karma.conf.js`, `vitest.workspace.ts`, `jupyter_lab_config.py`, `tsconfig.build.json`,
 * `docker-compose.dev.yml`, `requirements-dev.txt`, `Package@swift-5.9.swift`, `gatsby-node.js`, `Pulumi.dev.yaml`,
 * `libgame.so-gdb.py`, `pnpmfile.cjs`, `webpack.mix.js`, `config-overrides.js`, `brunch-config.ts`, `truffle-config.js`.
 */
const CONFIGURATION = alternatives(
	String.raw`\.(config|conf|workspace)(\..+)?\.([cm]?[jt]sx?|json|py|rb|ya?ml|toml|php|lua)$`,
	String.raw`^((jupyter.*|ipython)_config\.(py|json)|_config\.ya?ml)$`,
	String.raw`^(ts|js)config(\..+)?\.json$`,
	String.raw`^(docker-)?compose(\..+)?\.ya?ml$`,
	String.raw`^(requirements|constraints).*\.(txt|in)$`,
	String.raw`^package@swift-.*\.swift$`,
	String.raw`.-gdb\.py$`,
	String.raw`^(gatsby-.*|gridsome\..*)\.[cm]?[jt]sx?$`,
	String.raw`^(knexfile|simple-git-hooks|package-scripts|ormconfig|electron-builder|(medusa|bs)-config)\.([cm]?[jt]sx?|json5?|ya?ml|toml|xml)$`,
	String.raw`^(gunicorn.*|celeryconfig|pdm_build|(pre|post)_gen_project|pre_prompt)\.py$`,
	String.raw`^phinx\.(php|ya?ml|json)$`,
	String.raw`^(pnpmfile|webpack\.mix|config-overrides|brunch-config|truffle(-config)?|testem|wallaby|app\.plugin)\.[cm]?[jt]sx?$`,
	String.raw`^pulumi(\..+)?\.ya?ml$`,
	String.raw`^(lefthook|captainhook|grumphp|pre-commit)(-local)?(\..+)?\.(ya?ml|toml|json)$`,
	String.raw`^(phpunit|phpcs|psalm|phpstan)(\..+)?\.(xml|ya?ml|php)$`,
	String.raw`^(azure-pipelines|bitbucket-pipelines|appveyor|buildspec|cloudbuild|codemagic|gitlab-ci)(\..+)?\.(ya?ml|json)$`,
)
/** `Makefile`, `gulpfile.mjs`, `Rakefile.rb`, `Taskfile.dist.yml`, `Dockerfile.test`, `Jenkinsfile.groovy`. */
const TASK_FILE =
	/^(make|gnumake|bsdmake|mage|rake|gulp|grunt|jake|cake|plop|broc|thor|guard|brew|danger|fast|app|match|deliver|tilt|earth|vagrant|proc|just|task|docker|container|jenkins|gem|pip|pod|cart|berks|cap|fab|nox|dodo|snake|puppet|desk|bake)file(\..+)?$/
/** Hooks of git by their names: `core.hooksPath` may be any folder. */
const HOOK =
	/^((pre|post|prepare|fsmonitor)-[a-z-]+|commit-msg|applypatch-msg|update|sendemail-validate|reference-transaction|proc-receive)$/
/** Repositories of dotfiles copy or link these to names with a dot in front, or run them. */
const DOTFILE = /^(([a-z]+_)*dot_|executable_|run_(once|onchange|before|after)_)/
/** Windows starts `npm.js` in the current folder before the program of that name. */
const IN_PLACE_OF_A_PROGRAM = new RegExp(
	`^(${[
		'npm|npx|node|corepack|yarn|pnpm|bun|bunx|deno|tsc|git|gh|dotnet|python[\\d.]*|py|pip[\\d.]*|uv|uvx|poetry',
		'ruby|gem|bundle|php|composer|perl|cargo|rustc|go|make|cmake|ninja|mvn|gradle|java|javac|docker|kubectl',
		'terraform|code|ls|where|cmd|sh|bash|powershell|pwsh|fairlead',
	].join('|')})\\.(js|py|rb|pl|lua|php)$`,
)
/**
 * Files that a tool reads wherever they stand in a folder of its own, or at the root: PyBuilder, `requirements.txt` by other names, sbt's build in
 * Scala, actions of fastlane, a gulpfile that is a folder, Capistrano, NUKE, Cypress, Aurelia; what R, Julia, Dart, Swift
 * and Go run of a package; rules and settings of Unreal's projects, which name scripts.
 */
const BY_FOLDER = alternatives(
	String.raw`^\/build\.py$`,
	String.raw`\/requirements\/[^/]+\.(txt|in)$`,
	String.raw`\/project\/(.+\/)?[^/]+\.(scala|sbt|properties)$`,
	String.raw`\/fastlane\/.+\.rb$`,
	String.raw`\/gulpfile(\.[a-z]+)+\/`,
	String.raw`\/config\/(deploy(\/.+)?|puma|schedule)\.rb$`,
	String.raw`\/config\/[^/]+\.exs$`,
	String.raw`\/tasks\/__init__\.py$`,
	String.raw`\/capistrano\/.+\.rb$`,
	String.raw`\/build\/build\.cs$`,
	String.raw`\/cypress\/(plugins|support)\/`,
	String.raw`\/aurelia_project\/`,
	String.raw`\/(renv|packrat)\/.+\.r$`,
	String.raw`\/deps\/build\.jl$`,
	String.raw`\/hook\/(build|link)\.dart$`,
	String.raw`\/plugins\/.+\.swift$`,
	String.raw`\/magefiles\/.+\.go$`,
	String.raw`\.(build|target)\.cs$`,
	String.raw`\/config\/(.+\/)?(default|base|user)?(engine|editor|editorperprojectusersettings|game)\.ini$`,
)

const NAMES: ReadonlySet<string> = new Set([
	// Packages, with their scripts, and what is installed with them.
	'package.json',
	'package.json5',
	'package.yaml',
	'package-lock.json',
	'npm-shrinkwrap.json',
	'yarn.lock',
	'pnpm-lock.yaml',
	'pnpm-workspace.yaml',
	'bun.lock',
	'bun.lockb',
	'bunfig.toml',
	'deno.json',
	'deno.jsonc',
	'import_map.json',
	'deno.lock',
	'lerna.json',
	'nx.json',
	'project.json',
	'workspace.json',
	'turbo.json',
	'rush.json',
	'composer.json',
	'composer.lock',
	'pyproject.toml',
	'setup.py',
	'setup.cfg',
	'pipfile.lock',
	'poetry.lock',
	'uv.lock',
	'uv.toml',
	'tox.ini',
	'tox.toml',
	'noxfile.py',
	'conanfile.py',
	'conanfile.txt',
	'conftest.py',
	'toxfile.py',
	'pavement.py',
	'locustfile.py',
	'alembic.ini',
	'dvc.yaml',
	'pants.toml',
	'hatch.toml',
	'hatch_build.py',
	'pytest.ini',
	'pytest.toml',
	'sitecustomize.py',
	'usercustomize.py',
	'environment.yml',
	'environment.yaml',
	'pixi.toml',
	'cargo.toml',
	'cargo.lock',
	'cross.toml',
	'trunk.toml',
	'tauri.toml',
	'spin.toml',
	'release.toml',
	'book.toml',
	'anchor.toml',
	'foundry.toml',
	'build.rs',
	'rust-toolchain',
	'rust-toolchain.toml',
	'go.mod',
	'go.sum',
	'go.work',
	'gems.rb',
	'extconf.rb',
	'gemfile.lock',
	'mix.exs',
	'mix.lock',
	'config.exs',
	'runtime.exs',
	'rebar.config',
	'pubspec.yaml',
	'pubspec.lock',
	'package.swift',
	'project.swift',
	'workspace.swift',
	'dub.json',
	'php.ini',
	'package.resolved',
	'pom.xml',
	'gradlew',
	'gradle.properties',
	'gradle-wrapper.properties',
	'mvnw',
	'build.xml',
	'build.zig',
	'nuget.config',
	'global.json',
	'packages.config',
	'paket.dependencies',
	'vcpkg.json',
	'directory.build.rsp',
	'binding.gyp',
	'project.clj',
	'profiles.clj',
	'build.clj',
	'user.clj',
	'stack.yaml',
	'hie.yaml',
	'setup.hs',
	'dune',
	'dune-project',
	'flake.nix',
	'shell.nix',
	'default.nix',
	'devbox.json',
	'mise.toml',
	// Builds, tasks and linters.
	'configure',
	'configure.ac',
	'cmakelists.txt',
	'cmakepresets.json',
	'cmakeuserpresets.json',
	'meson.build',
	'build',
	'workspace',
	'sconstruct',
	'sconscript',
	'wscript',
	'makefile.pl',
	'build.pl',
	'xmake.lua',
	'premake5.lua',
	'tasks.py',
	'manage.py',
	'dodo.py',
	'conf.py',
	'_targets.r',
	'startup.jl',
	'data_readers.clj',
	'myocamlbuild.ml',
	'init_unreal.py',
	'rector.php',
	'ecs.php',
	'castor.php',
	'deploy.php',
	'robofile.php',
	'crontab',
	'dagger.json',
	'tslint.json',
	'pylintrc',
	'mypy.ini',
	'biome.json',
	'nodemon.json',
	'angular.json',
	'nest-cli.json',
	'ember-cli-build.js',
	'electron-builder.json',
	'mkdocs.yml',
	'mkdocs.yaml',
	'cspell.json',
	'typedoc.json',
	'jsdoc.json',
	'codegen.yml',
	'codegen.yaml',
	'codegen.ts',
	'electron-builder.yml',
	'buf.gen.yaml',
	'rustfmt.toml',
	// Build servers and hosts.
	'action.yml',
	'action.yaml',
	'amplify.yml',
	'bitrise.yml',
	'drone.yml',
	'woodpecker.yml',
	'wercker.yml',
	'skaffold.yaml',
	'netlify.toml',
	'nixpacks.toml',
	'railway.toml',
	'railway.json',
	'vercel.json',
	'now.json',
	'wrangler.toml',
	'wrangler.json',
	'wrangler.jsonc',
	'fly.toml',
	'firebase.json',
	'app.json',
	'serverless.yml',
	'serverless.yaml',
	'serverless.ts',
	'serverless.js',
	'template.yaml',
	'template.yml',
	'helmfile.yaml',
	'helmfile.yml',
	'goreleaser.yml',
	'goreleaser.yaml',
	'packer.json',
	'snapcraft.yaml',
	'kustomization.yaml',
	// Cordova, with its hooks.
	'config.xml',
	'samconfig.toml',
	'cdk.json',
	'terragrunt.hcl',
	'docker-bake.json',
	'docker-bake.hcl',
	'app.yaml',
	'render.yaml',
	'heroku.yml',
	'devcontainer.json',
	'ansible.cfg',
	'eas.json',
	// Files that a shell, an editor or a file manager starts by itself.
	'autorun.inf',
	'desktop.ini',
	'web.config',
	'tmux.conf',
	'kitty.conf',
	'init.lua',
	'lldbinit.py',
	'wezterm.lua',
	// Other agents, and the programs that they start.
	'opencode.json',
	'crush.json',
	'mcp.json',
	'hooks.json',
	'plugin.json',
	'settings.local.json',
])

/** Folders whose content is loaded or run in the place of something else. */
const FOLDERS: ReadonlySet<string> = new Set([
	'node_modules',
	'bower_components',
	'site-packages',
	'venv',
	'virtualenv',
	'__pycache__',
	'githooks',
	'git-hooks',
	'git_hooks',
	'vendor',
	'skills',
	'web_packages',
	'jspm_packages',
	'pods',
	'buildsrc',
])

const NAME_RULES = [
	CONFIGURATION,
	TASK_FILE,
	HOOK,
	AGENT_NOTES,
	DOTFILE,
	IN_PLACE_OF_A_PROGRAM,
] as const

/** @param segments of the path, folded, without empty ones and `.` */
export function runsLaterInPlainFolder(segments: readonly string[]): boolean {
	const name = segments.at(-1) ?? ''
	return (
		!hasOrdinaryEnding(segments) ||
		NAMES.has(name) ||
		NAME_RULES.some((rule) => rule.test(name)) ||
		BY_FOLDER.test(`/${segments.join('/')}`) ||
		segments.some(
			(segment) => FOLDERS.has(segment) || PYTHON_FILE.test(segment) || BUILD_FILE.test(segment),
		) ||
		isProgram(segments) ||
		runsInUnityBelow(segments)
	)
}
