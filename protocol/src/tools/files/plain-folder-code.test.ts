/** The files that count as ordinary in a folder that is not a Unity project. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holdsSecrets, permissionsOf, runsCodeLater, worstRisk } from '../index.ts'

const written = (path: string, kind: 'unity' | 'plain' = 'plain') =>
	permissionsOf('write_file', { path, content: '' }, kind)

/** Files of a Unity project that lies below, or whose `Assets` or package is linked. */
const OF_UNITY = [
	'client/Assets/Editor/Evil.cs',
	'Editor/Evil.cs',
	'client/Packages/com.x/Editor/a.asmdef',
	'client/Packages/manifest.json',
	'client/ProjectSettings/ProjectVersion.txt',
	'Assets/csc.rsp',
	'Assets/Editor/notes.txt',
	'client/Assets/Plugins/a.c',
	'Runtime/Game.asmdef',
	'a/b.asmref',
	'client/Packages/com.x/Runtime/A.cs',
	'game/Packages/packages-lock.json',
	'Editor/Sub/Evil.cs',
	'Editor/Evil.cs.meta',
	'client/Assets/Plugins/a.dll.meta',
	'csc.rsp',
]
/** Files below `Assets` that run when the editor starts, or when somebody opens them. */
const OPENED = [
	...['packages.config', 'desktop.ini', 'a.csproj', 'a.sln', 'a.code-workspace', 'a.unitypackage'],
	...[
		...[
			'settingcontent-ms',
			'library-ms',
			'search-ms',
			'scf',
			'jnlp',
			'pyw',
			'pyz',
			'chm',
			'AppImage',
		],
		...['inetloc', 'webloc', 'fileloc', 'appref-ms', 'application', 'pkg', 'mpkg', 'dmg', 'run'],
		...['wsc', 'sct', 'msp', 'mst', 'xll', 'msix', 'mobileconfig', 'prefPane', 'saver', 'action'],
		...['odc', 'oqy', 'dqy', 'wsb', 'xlsb', 'dotm', 'xltm', 'potm', 'ppsm', 'ppam', 'accdb', 'mdb'],
		...['cdxml', 'psc1', 'img', 'vhd', 'vhdx', 'sparseimage'],
		...['msu', 'appinstaller', 'vsix', 'xlsm', 'docm', 'deb', 'rpm', 'flatpakref', 'theme', 'iso'],
	].map((ending) => `notes.${ending}`),
]
/** Names that a build, an installation, a host, an editor, a shell or another agent reads. */
const READ_BY_NAME = [
	...['knexfile.ts', 'simple-git-hooks.cjs', 'pdm_build.py', 'package-scripts.js', 'dub.json'],
	...['ormconfig.js', 'electron-builder.js', 'gridsome.server.js', 'medusa-config.ts'],
	...['bs-config.js', 'celeryconfig.py', 'gunicorn.conf.py', 'gunicorn_prod.py', 'phinx.php'],
	...['hooks/pre_gen_project.py', 'hooks/post_gen_project.py', 'tasks/__init__.py', 'php.ini'],
	...['.user.ini', 'Project.swift', 'Workspace.swift', 'config/dev.exs', 'config/puma.rb'],
	...['config/schedule.rb', 'drone.yml', 'woodpecker.yml'],
	...['toxfile.py', 'pavement.py', 'locustfile.py', 'libgame.so-gdb.py', 'lldbinit.py'],
	...['mkdocs.yaml', 'template.yml', 'book.toml', 'Trunk.toml', 'Tauri.toml', 'Cross.toml'],
	...['spin.toml', 'release.toml', 'cspell.json', 'typedoc.json', 'jsdoc.json', 'codegen.yml'],
	...['dvc.yaml', 'helmfile.yaml', 'alembic.ini', 'goreleaser.yml', 'packer.json', 'config.xml'],
	...['foundry.toml', 'Anchor.toml', 'pants.toml', 'snapcraft.yaml', 'codegen.ts'],
	'pnpmfile.js',
	'pnpmfile.cjs',
	'webpack.mix.js',
	'project.clj',
	'user.clj',
	'project/Build.scala',
	'server/project/Dependencies.scala',
	'config-overrides.js',
	'brunch-config.js',
	'truffle-config.js',
	'testem.js',
	'app.plugin.js',
	'fastlane/actions/upload.rb',
	'gulpfile.js/index.js',
	'gulpfile.babel.js/tasks/a.js',
	'config/deploy.rb',
	'lib/capistrano/tasks/a.rb',
	'build/Build.cs',
	'renv/activate.R',
	'analysis/packrat/init.R',
	'_targets.R',
	'deps/build.jl',
	'startup.jl',
	'Source/Game/Game.Build.cs',
	'Source/GameEditor.Target.cs',
	'Config/DefaultEngine.ini',
	'Content/Python/init_unreal.py',
	'hook/build.dart',
	'Plugins/Gen/plugin.swift',
	'magefiles/build.go',
	'resources/data_readers.clj',
	'rector.php',
	'Assets/a.scpt',
	'a.pif',
	'cypress/support/e2e.js',
	'HEAD',
	'config',
	'lefthook-local.yml',
	'lefthook.toml',
	'lefthook.json',
	'captainhook.json',
	'grumphp.yml',
	'binding.gyp',
	'package.yaml',
	'package.json5',
	'gems.rb',
	'Package@swift-5.9.swift',
	'Makefile.PL',
	'gradle-wrapper.properties',
	'A.csproj.user',
	'Directory.Build.rsp',
	'CMakePresets.json',
	'CMakeUserPresets.json',
	'a.sbt',
	'a.xcscheme',
	'a.tf.json',
	'terragrunt.hcl',
	'pylintrc',
	'mypy.ini',
	'hie.yaml',
	'vitest.workspace.ts',
	'tslint.json',
	'phpstan.neon',
	'project.json',
	'webpack.config.prod.js',
	'vite.config.prod.ts',
	'gulpfile.mjs',
	'gatsby-node.js',
	'Taskfile.dist.yml',
	'Rakefile.rb',
	'a.rake',
	'magefile.go',
	'makefile.inc',
	'mise.toml',
	'devbox.json',
	'tox.toml',
	'action.yml',
	'Jenkinsfile.groovy',
	'azure-pipelines.yaml',
	'amplify.yml',
	'nixpacks.toml',
	'railway.toml',
	'cdk.json',
	'Pulumi.yaml',
	'Pulumi.dev.yaml',
	'docker-bake.hcl',
	'api.Dockerfile',
	'CLAUDE.local.md',
	'AGENTS.override.md',
	'opencode.json',
	'crush.json',
	'mcp.json',
	'a.vbs',
	'a.vbe',
	'a.jse',
	'a.wsf',
	'a.wsh',
	'a.msc',
	'npm.js',
	'bashrc',
	'zshrc',
	'profile',
	'gitconfig',
	'vimrc',
	'dot_config.json',
	'private_dot_profile.txt',
	'requirements/dev.txt',
	'karma.conf.js',
]
/** At the root they are what most tools look for. */
const SETTINGS = ['json', 'yml', 'yaml', 'toml', 'ini', 'xml', 'cfg', 'conf'].map(
	(one) => `x.${one}`,
)

const inOtherSpellings = (path: string): string[] =>
	[
		path.replace(/s/i, 'ſ'),
		path.replace(/k/i, '\u212a'),
		path.replace(/fi/i, 'ﬁ'),
		path.replace(/([a-z])([a-z])/i, '$1\u200c$2'),
		`\u200c${path}`,
	].filter((spelled) => spelled !== path)

describe('files of a plain folder', () => {
	test.each([
		'README.md',
		'index.html',
		'src/main.rs',
		'src/app.ts',
		'src/hooks/useCart.ts',
		'lib/a.py',
		'docs/package.json.md',
		'build/out.txt',
		'data/table.csv',
		'styles/site.css',
		'cmd/main.go',
		'library/index.js',
		'assets/logo.svg',
		'src/update.ts',
		'tests/cart.test.ts',
		'src/data.json',
		'locales/de.yaml',
		'src/robot_arm.py',
		'docs/profile.md',
		'client/Assets/Spin.cs',
		'packages/core/src/index.ts',
		'packages/ui/README.md',
	])('%s is an ordinary write, which one answer allows for all of them', (path) => {
		expect(written(path)).toEqual([{ tool: 'write_file', action: 'run', risk: 'write' }])
	})

	test.each([
		'.github/workflows/ci.yml',
		'.vscode/tasks.json',
		'.husky/pre-commit',
		'.bashrc',
		'.npmrc',
		'package.json',
		'web/package.json',
		'Package.JSON',
		'package-lock.json',
		'pyproject.toml',
		'Cargo.toml',
		'build.rs',
		'go.mod',
		'Gemfile',
		'pom.xml',
		'app/build.gradle.kts',
		'A.csproj',
		'Directory.Build.props',
		'Makefile',
		'GNUmakefile',
		'rules.mk',
		'CMakeLists.txt',
		'justfile',
		'Taskfile.yml',
		'Dockerfile',
		'Dockerfile.dev',
		'docker-compose.yml',
		'Jenkinsfile',
		'main.tf',
		'vite.config.ts',
		'tsconfig.json',
		'requirements-dev.txt',
		'conftest.py',
		'sitecustomize.py',
		'node_modules/left-pad/index.js',
		'githooks/anything',
		'hooks/pre-commit',
		'scripts/deploy.sh',
		'git.exe',
		'bin/npm.cmd',
		'go.bat',
		'PACKAG~1.JSO',
		'AGENTS.md',
		'CLAUDE.md',
		'skills/a/run.py',
		'a\\package.json',
	])('%s runs later by itself: a person is asked, about this file alone', (path) => {
		expect(written(path)).toEqual([
			{ tool: 'write_file', action: 'run', risk: 'execute', subject: path },
		])
	})

	test.each([...OF_UNITY, ...READ_BY_NAME, ...READ_BY_NAME.map((name) => `sub/${name}`)])(
		'%s asks, about this file alone',
		(path) => {
			expect(written(path)).toEqual([
				{ tool: 'write_file', action: 'run', risk: 'execute', subject: path },
			])
		},
	)

	test.each(OPENED)('Assets/Kit/%s asks in a Unity project, and in a plain folder', (name) => {
		const path = `Assets/Kit/${name}`
		const asked = { tool: 'write_file', action: 'run', risk: 'execute', subject: path }
		expect(written(path, 'unity')).toEqual([asked])
		expect(written(path)).toEqual([asked])
		expect(runsCodeLater(`${path}.meta`, 'unity')).toBe(true)
	})

	test.each(['Game.Application', 'Game.Run', 'Sport.Theme'])(
		'the folder %s is one of the game',
		(folder) => expect(runsCodeLater(`Assets/${folder}/Spin.cs`, 'unity')).toBe(false),
	)

	test('build.py asks at the root, and is source code below it', () => {
		expect(runsCodeLater('build.py', 'plain')).toBe(true)
		expect(runsCodeLater('src/build.py', 'plain')).toBe(false)
	})

	test.each(SETTINGS)('%s asks at the root, and is data below it', (path) => {
		expect(runsCodeLater(path, 'plain')).toBe(true)
		expect(runsCodeLater(`src/${path}`, 'plain')).toBe(false)
	})

	test('a name without an ending that is known for source, text or pictures asks', () => {
		const known = /\.[^.]+$/
		const word = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/)
		const folders = fc.array(word, { maxLength: 3 })
		fc.assert(
			fc.property(
				folders,
				word,
				fc.option(fc.stringMatching(/^[a-z0-9]{6,9}q$/)),
				(above, name, ending) => {
					const path = [...above, ending === null ? name : `${name}.${ending}`].join('/')
					expect(known.test(path)).toBe(ending !== null)
					expect(runsCodeLater(path, 'plain')).toBe(true)
				},
			),
		)
	})

	test('no other spelling of a name that asks is ordinary where a file system takes them for one', () => {
		for (const path of [...OF_UNITY, ...READ_BY_NAME, 'package.json', 'conftest.py', '.husky/a.js'])
			for (const spelled of inOtherSpellings(path))
				expect(runsCodeLater(spelled, 'plain'), JSON.stringify(spelled)).toBe(true)
		for (const path of ['Assets/a.asmdef', 'Assets/Kit/Editor/a.cs', 'Assets/x.framework/a.txt'])
			for (const spelled of inOtherSpellings(path))
				expect(runsCodeLater(spelled, 'unity'), JSON.stringify(spelled)).toBe(true)
		for (const path of [
			'.env',
			'secrets.json',
			'release.keystore',
			'prod.key',
			'.ssh/config',
			'a.kdbx',
		])
			for (const spelled of inOtherSpellings(path))
				expect(holdsSecrets(spelled), JSON.stringify(spelled)).toBe(true)
	})

	test('in a Unity project another spelling of Assets is another folder', () => {
		expect(runsCodeLater('Aſſets/a.png', 'unity')).toBe(true)
	})

	test('a file that is moved or copied is judged by where it comes to lie', () => {
		for (const tool of ['move_file', 'copy_file']) {
			const asked = permissionsOf(tool, { from: 'notes.txt', to: 'Makefile' }, 'plain')
			expect(worstRisk(asked)).toBe('execute')
		}
	})

	test('a secret file asks as everywhere', () => {
		expect(worstRisk(permissionsOf('read_file', { path: '.env' }, 'plain'))).toBe('execute')
	})

	test('in a Unity project nothing outside Assets is ordinary, and that is the rule if nobody knows', () => {
		expect(worstRisk(written('src/app.ts', 'unity'))).toBe('execute')
		expect(worstRisk(permissionsOf('write_file', { path: 'src/app.ts', content: '' }))).toBe(
			'execute',
		)
	})
})
