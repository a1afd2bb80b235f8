/**
 * `node scripts/run.mjs <script> […]`, behind every npm script: installs the packages where they are missing or older than
 * package-lock.json, then runs the script on the Node that is among them. Plain JavaScript without packages: it
 * must run on an older Node, before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The first version that runs TypeScript directly, and that wrangler accepts. */
const NEEDED = [22, 18]
const PARENT_POLL_MS = 500

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')

/** The packages of a lock file by path; null if it is missing or damaged. */
function packagesOf(file) {
	try {
		return JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages ?? null
	} catch {
		return null
	}
}

/**
 * Why packages must be installed; null: they are. npm leaves what it installed in node_modules. A package for
 * another system is optional and missing there.
 */
function whyInstall() {
	const installed = packagesOf(join('node_modules', '.package-lock.json'))
	if (installed === null) return 'No packages are installed yet'
	const stale = Object.entries(packagesOf('package-lock.json') ?? {}).some(
		([path, { version, link, optional }]) =>
			path.includes('node_modules/') && !link && !optional && installed[path]?.version !== version,
	)
	return stale ? 'The installed packages are older than package-lock.json' : null
}

function install() {
	const why = whyInstall()
	if (why === null) return
	console.log(`· ${why}. Installing them with npm ci (about a minute)`)
	// npm's own notes on the Node that runs it are of no use: the project brings its own.
	const { status, error } = spawnSync(
		'npm',
		['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
		{
			cwd: ROOT,
			stdio: ['ignore', 'inherit', 'inherit'],
			// On Windows npm is a script of the shell.
			shell: process.platform === 'win32',
		},
	)
	if (status === 0 && whyInstall() === null) return
	console.error(
		[
			'',
			`✖ The packages could not be installed${error ? ` (${error.message})` : ''}. Above is what npm said.`,
			'  If it could not reach the registry, check the network and the proxy (npm config get registry), and try again.',
			'  If files are in use or damaged, stop Fairlead, delete the folder node_modules, and try again.',
		].join('\n'),
	)
	process.exit(1)
}

const isOld = () => {
	const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
	return major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])
}

/** The Node among the packages. */
const OWN_NODE = join(
	ROOT,
	'node_modules',
	'node',
	'bin',
	process.platform === 'win32' ? 'node.exe' : 'node',
)

/** Runs the script on the project's Node; this process passes signals on, and its exit code back. */
function runOnOwnNode(args) {
	const child = spawn(OWN_NODE, [fileURLToPath(import.meta.url), ...args], { stdio: 'inherit' })
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
		process.on(signal, () => child.kill(signal))
	}
	// Killing npm ends neither this process nor the child: only a changed parent shows it.
	const parent = process.ppid
	const timer = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), PARENT_POLL_MS)
	timer.unref()
	child.on('error', (error) => {
		console.error(
			`✖ Fairlead's scripts run on Node ${NEEDED.join('.')} or newer; this is ${process.version}, and the project's own could not be started (${error.message}).\n` +
				'  If npm was told to skip install scripts, run `npm rebuild node`, and try again.',
		)
		process.exit(1)
	})
	child.on('exit', (code, signal) => process.exit(signal === null ? code : 1))
}

install()
const [, , name = '', ...rest] = process.argv
if (isOld()) runOnOwnNode([name, ...rest])
else {
	// The script sees itself as started directly: the command line writes its own path into what starts it later.
	const script = join(ROOT, name)
	process.argv.splice(1, process.argv.length, script, ...rest)
	await import(pathToFileURL(script).href)
}
