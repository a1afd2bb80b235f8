/** `npm start`: the whole product on this machine, and one address to sign in. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { SERVICE_NAMES } from '@fairlead/protocol/services'
import { variableOf } from '@fairlead/protocol/services/variables'
import { openBrowser } from './machine/open-browser.ts'
import { STATE_DIR } from './paths.ts'
import { diskFullWatch } from './stack/disk-full.ts'
import type { Crash } from './stack/service.ts'
import { DEFAULT_PORT, type EditorKind, startStack } from './stack/stack.ts'

const PARENT_POLL_MS = 1_000

const KEYS = SERVICE_NAMES.map((name) => variableOf(name, 'API_KEY')).join(', ')

const HELP = `Starts Fairlead on this machine: the Worker, the relay and an editor.

  npm start -- [options]

  --port <n>          where the page is served (default ${DEFAULT_PORT})
  --editor <kind>     simulator (default), or dotnet: the Unity package's C# code in a headless
                      editor; needs the .NET SDK
  --no-editor         no editor
  --no-open           do not open the browser
  --state <folder>    where all state is kept (default .fairlead)
  --reload            rebuild the Worker whenever its source changes (as npm run dev does)
  --verbose           show the output of the Worker, the relay and the editor
  --help              this text

  ${KEYS}
                          use this provider; without any, an offline demo model answers
  OPENAI_BASE_URL         a server of your own (Ollama, LM Studio, vLLM), with OPENAI_MODEL
  <PROVIDER>_MODEL        model id for new conversations; more in docs/deploy.md
  FAIRLEAD_SETUP_TOKEN    a fixed sign-in token of at least 20 characters, for scripts

State survives a restart. Delete the state folder to start over. The relay started here keeps its
files there too, in home: FAIRLEAD_HOME is not used.`

/** Ends the process with a message and exit code 1, before anything was started. */
function refuse(sentence: string): never {
	console.error(sentence)
	process.exit(1)
}

interface Settings {
	readonly port: number
	readonly editor: EditorKind
	readonly open: boolean
	readonly dir: string
	readonly reload: boolean
	readonly verbose: boolean
}

function settings(args: string[]): Settings {
	let values: ReturnType<typeof parse>
	try {
		values = parse(args)
	} catch (error) {
		return refuse(`${error instanceof Error ? error.message : error}\n\n${HELP}`)
	}
	if (values.help) {
		console.log(HELP)
		process.exit(0)
	}
	const port = Number(values.port ?? DEFAULT_PORT)
	if (!Number.isInteger(port) || port < 1 || port > 65_535) {
		refuse(`--port must be a number from 1 to 65535, not "${values.port}".`)
	}
	const editor = values.editor ?? 'simulator'
	if (editor !== 'simulator' && editor !== 'dotnet') {
		return refuse(`--editor must be "simulator" or "dotnet", not "${editor}".`)
	}
	return {
		port,
		editor: values['no-editor'] ? 'none' : editor,
		// A browser opened by a script or a build server would not be seen.
		open: !values['no-open'] && process.stdout.isTTY === true && !process.env['CI'],
		dir: values.state === undefined ? STATE_DIR : resolve(values.state),
		reload: values.reload ?? false,
		verbose: values.verbose ?? false,
	}
}

const parse = (args: string[]) =>
	parseArgs({
		args,
		options: {
			port: { type: 'string' },
			editor: { type: 'string' },
			'no-editor': { type: 'boolean' },
			'no-open': { type: 'boolean' },
			state: { type: 'string' },
			reload: { type: 'boolean' },
			verbose: { type: 'boolean' },
			help: { type: 'boolean', short: 'h' },
		},
	}).values

/**
 * Killing `npm start` by its process id ends npm and the shell in between; neither passes the
 * signal on. Only under npm: a start in the background of a shell may outlive that shell.
 */
function whenNpmEnds(stop: () => void): void {
	if (process.env['npm_lifecycle_event'] === undefined) return
	const parent = process.ppid
	const timer = setInterval(() => {
		if (process.ppid === parent) return
		clearInterval(timer)
		stop()
	}, PARENT_POLL_MS)
	timer.unref()
}

function reportCrash(crash: Crash): void {
	const how = crash.exit.signal ?? `exit code ${crash.exit.code ?? 'unknown'}`
	const next = crash.restartInMs === null ? '' : ` Restarting it in ${crash.restartInMs / 1000} s.`
	console.error(`\n✖ ${crash.service} exited unexpectedly (${how}).${next}\n${crash.tail.trim()}\n`)
}

async function main(): Promise<number> {
	const { port, editor, open, dir, reload, verbose } = settings(process.argv.slice(2))
	const began = performance.now()

	let onSignal = (): void => {
		// During the start there is nothing to shut down in order: children end with this process.
		console.error('· Stopped before startup finished')
		process.exit(130)
	}
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
		process.on(signal, () => onSignal())
	whenNpmEnds(() => onSignal())

	const watchDisk = diskFullWatch((sentence) => console.error(`\n✖ ${sentence}\n`))
	if (process.env['FAIRLEAD_HOME'])
		console.log(`· FAIRLEAD_HOME is not used: the relay of npm start has its files in ${dir}/home`)
	const stack = await startStack({
		port,
		editor,
		dir,
		reload,
		onStep: (text) => console.log(`· ${text}`),
		onCrash: reportCrash,
		onOutput: (service, text) => {
			watchDisk(service, text)
			if (verbose) process.stderr.write(text.replace(/^(?=.)/gm, `[${service}] `))
		},
	})
	const stopRequested = new Promise<void>((stop) => {
		onSignal = stop
	})
	// Its own session was for the pairing. One that is left ends by itself.
	await stack.owner.signOut().catch(() => undefined)

	const { model } = stack.health
	console.log(
		[
			'',
			`  Fairlead is ready after ${Math.round((performance.now() - began) / 1000)} s. Sign in here:`,
			'',
			`  ${stack.url}`,
			'',
			model.demo
				? '  Model: the demo model (offline). For a real one, add a key on the page: Settings, Models and keys.'
				: `  Model: ${model.id} (${model.provider})`,
			stack.editor === null
				? `  Editor: none. Choose "Connect Unity" on a project's page.`
				: `  Editor: ${editor === 'dotnet' ? 'the C# package on plain .NET' : 'simulated'}, project ${stack.projectFolder}`,
			'  Press Ctrl-C to stop.',
			'',
		].join('\n'),
	)
	if (open) openBrowser(stack.url)

	const failure = await Promise.race([stopRequested, stack.failed])
	console.log('· Stopping')
	await stack.stop()
	return failure instanceof Error ? 1 : 0
}

try {
	process.exit(await main())
} catch (error) {
	console.error(`\n✖ ${error instanceof Error ? error.message : error}`)
	process.exit(1)
}
