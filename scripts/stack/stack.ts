/**
 * The whole product on this machine: Worker, relay, editor (simulated, or the Unity package's C#). `npm start`, the
 * end-to-end tests and the benches start it here.
 */
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Health } from '@fairlead/protocol/http/health'
import { RelayFile } from '@fairlead/protocol/wire/editor-link'
import { withProgress } from '../builds/progress.ts'
import { buildWeb } from '../builds/web.ts'
import { buildWorker } from '../builds/worker.ts'
import type { Env } from '../children.ts'
import { buildHost, HOST_DLL } from '../machine/dotnet.ts'
import { wranglerEnv } from '../machine/wrangler.ts'
import { RELAY_MAIN, ROOT, STATE_DIR, WORKER_DIR } from '../paths.ts'
import { ListeningWatch } from './listening.ts'
import { takeLock } from './lock.ts'
import { migrateLocally } from './migrate.ts'
import { Owner, waitForHealth } from './owner.ts'
import { pairFolder } from './pairing.ts'
import { freePort, isFree } from './ports.ts'
import { holdSecondLoopback } from './second-loopback.ts'
import { type Crash, Service } from './service.ts'
import { keptSecret, setupToken } from './setup-token.ts'
import { withWorkerVars, workerVars } from './worker-vars.ts'

export const DEFAULT_PORT = 8787
/** Enough for a machine that does something else as well. */
const RELAY_START_TIMEOUT_MS = 60_000
const POLL_MS = 50
/** Consecutive crashes of the Worker, each soon after a start, after which the stack gives up. */
const WORKER_RESTARTS = 5

export type EditorKind = 'simulator' | 'dotnet' | 'none'

export interface StackOptions {
	/** 0: any free one. Default {@link DEFAULT_PORT}. */
	readonly port?: number
	/** Default `simulator`. `dotnet`: the Unity package's own C# on a headless editor. */
	readonly editor?: EditorKind
	/** More arguments for the editor's command line, e.g. `--fault …`; both kinds take the same. */
	readonly editorArgs?: readonly string[]
	/** Holds everything that survives a restart. Default `.fairlead` in the repository. */
	readonly dir?: string
	/** Variables of the shell: the models' (`worker-vars.ts`), `FAIRLEAD_SETUP_TOKEN`. Default `process.env`. */
	readonly env?: Env
	/** Page and Worker are built: their sources are not compared again, which takes most of a second. */
	readonly built?: boolean
	/** Rebundles the Worker after every change of its source; slower, and larger. */
	readonly reload?: boolean
	/** Progress for people, e.g. "Building the web client". */
	readonly onStep?: (text: string) => void
	/** Output of the children, in chunks. */
	readonly onOutput?: (service: string, text: string) => void
	/** Called for a crash. The service restarts unless the event says otherwise; then `failed` settles too. */
	readonly onCrash?: (crash: Crash) => void
}

export interface Stack {
	/** `http://localhost:<port>` */
	readonly origin: string
	/** The address at which a browser signs in as the owner. */
	readonly url: string
	readonly port: number
	readonly token: string
	readonly health: Health
	/** Signed in; its cookie can sign in others. */
	readonly owner: Owner
	readonly projectId: string
	/** The folder used as the Unity project. */
	readonly projectFolder: string
	/** `FAIRLEAD_HOME` of the relay. */
	readonly home: string
	readonly worker: Service
	readonly relay: Service
	/** null if no editor was requested. */
	readonly editor: Service | null
	/** Resolves when the stack cannot recover by itself. */
	readonly failed: Promise<Error>
	/** Starts the Worker again after `worker.kill()` or `worker.end()`; resolves when it answers. */
	restartWorker(): Promise<void>
	/** Starts the relay again after `relay.kill()`; resolves when it listens for editors. */
	restartRelay(): Promise<void>
	/** Ends every child. May be called twice. */
	stop(): Promise<void>
}

/** The folder used as the Unity project by a stack in this folder: one for each kind, since neither reads the other's scenes. */
export const projectFolderIn = (dir: string, editor: EditorKind = 'simulator'): string =>
	join(dir, editor === 'dotnet' ? 'demo-project-dotnet' : 'demo-project')

/**
 * Builds what is missing and starts everything; resolves when the Worker answers and the relay listens.
 * @throws with a message for people; nothing is left running then
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
	const step = options.onStep ?? (() => {})
	const dir = options.dir ?? STATE_DIR
	const shell = options.env ?? process.env
	const port = options.port === 0 ? await freePort() : (options.port ?? DEFAULT_PORT)
	const home = join(dir, 'home')
	const state = join(dir, 'state')
	const projectFolder = projectFolderIn(dir, options.editor)
	for (const folder of [home, state]) await mkdir(folder, { recursive: true, mode: 0o700 })

	const unlock = await takeLock(join(dir, 'stack.lock'), port)
	const services: Service[] = []
	let releaseSecond = async (): Promise<void> => undefined
	let worker: Service | undefined
	const listening = new ListeningWatch()
	const workerListens = (): boolean => worker?.running === true && listening.listens(worker.pid)
	let stopping: Promise<void> | undefined
	const stop = (): Promise<void> => {
		stopping ??= (async () => {
			// Editor and relay first, so that they can disconnect while the Worker still runs.
			for (const service of services.toReversed()) await service.end()
			await releaseSecond()
			await unlock()
		})()
		return stopping
	}

	try {
		const inUse = new Error(
			`Port ${port} is in use. Stop the program that uses it, or choose another: --port ${port + 1}`,
		)
		if (!(await isFree(port))) throw inUse
		releaseSecond = await holdSecondLoopback(port, workerListens).catch(() => Promise.reject(inUse))
		if (!options.built) {
			await withProgress(step, ({ begin }) =>
				buildWeb({ onBegin: () => begin('Building the web client') }),
			)
		}
		if (options.editor === 'dotnet') {
			await withProgress(step, ({ begin, at }) =>
				buildHost({
					onBegin: () => begin('Building the C# editor'),
					onStage: at,
				}),
			)
		}
		if (!options.built && !options.reload) {
			await withProgress(step, ({ begin }) =>
				buildWorker({ onBegin: () => begin('Building the Worker') }),
			)
		}
		await migrateLocally(state)

		const token = await setupToken(dir, shell)
		const secretsKey = shell['SECRETS_KEY'] || (await keptSecret(join(dir, 'secrets-key')))
		// Older versions kept the Worker's secrets in this file.
		await rm(join(dir, 'worker.env'), { force: true })

		const { promise: failed, resolve: fail } = Promise.withResolvers<Error>()
		const output = (name: string) => (text: string) => {
			if (name === worker?.name) listening.output(text, worker.pid)
			options.onOutput?.(name, text)
		}
		const service = (
			name: string,
			file: string,
			args: readonly string[],
			env: Env,
			restarts: number,
			program?: string,
		): Service => {
			const made = new Service(
				{
					name,
					file,
					args,
					env,
					onOutput: output(name),
					...(program === undefined ? {} : { program }),
				},
				{
					restarts,
					onCrash: (crash) => {
						options.onCrash?.(crash)
						if (crash.restartInMs === null) fail(new Error(`${name} exited unexpectedly.`))
					},
				},
			)
			services.push(made)
			return made
		}

		step('Starting the Worker')
		const [program, built] = options.reload
			? ['worker-reload.ts', []]
			: ['worker-host.ts', [WORKER_DIR]]
		const started = service(
			'the Worker',
			join(ROOT, 'scripts', 'stack', program),
			[...built, String(port), state],
			withWorkerVars(
				wranglerEnv(shell, state),
				workerVars({ ...shell, SECRETS_KEY: secretsKey }, token, port),
			),
			WORKER_RESTARTS,
		)
		worker = started
		started.start()
		const local = `http://localhost:${port}`
		const answers = (): Promise<Health> =>
			waitForHealth(local, () => started.running, workerListens).catch((error: Error) => {
				throw new Error(`${error.message}\n${started.tail}`)
			})
		const health = await answers()

		const owner = await Owner.signIn(local, token)
		const project = await owner.firstProject('Demo')
		const insteadOf = projectFolderIn(dir, options.editor === 'dotnet' ? 'simulator' : 'dotnet')
		await pairFolder({ owner, project, home, folder: projectFolder, insteadOf, origin: local })

		step('Starting the relay')
		const relayEnv = { ...shell, FAIRLEAD_HOME: home }
		const relay = service('the relay', RELAY_MAIN, ['up', '--setup', 'always'], relayEnv, Infinity)
		relay.start()
		await relayListens(relay, home)
		const editorKind = options.editor ?? 'simulator'
		const editorArgs = options.editorArgs ?? []
		let editor: Service | null = null
		switch (editorKind) {
			case 'simulator': {
				step('Starting the simulated editor')
				const args = ['simulate', projectFolder, ...editorArgs]
				editor = service('the editor', RELAY_MAIN, args, relayEnv, Infinity)
				break
			}
			case 'dotnet': {
				step('Starting the C# editor')
				const args = ['--project', projectFolder, '--control', ...editorArgs]
				editor = service('the editor', HOST_DLL, args, relayEnv, Infinity, 'dotnet')
				break
			}
			case 'none':
				break
			default:
				editorKind satisfies never
		}
		editor?.start()

		return {
			origin: local,
			url: `${local}/setup#token=${encodeURIComponent(token)}`,
			port,
			token,
			health,
			owner,
			projectId: project.id,
			projectFolder,
			home,
			worker: started,
			relay,
			editor,
			failed,
			restartWorker: async () => {
				started.start()
				await answers()
			},
			restartRelay: async () => {
				relay.start()
				await relayListens(relay, home)
			},
			stop,
		}
	} catch (error) {
		await stop()
		throw error
	}
}

/** Waits until the relay's process has written where editors find it. */
async function relayListens(relay: Service, home: string): Promise<void> {
	const until = Date.now() + RELAY_START_TIMEOUT_MS
	while (Date.now() < until) {
		const text = await readFile(join(home, 'relay.json'), 'utf8').catch(() => '')
		const file = text === '' ? null : RelayFile.safeParse(JSON.parse(text))
		if (file?.success && file.data.pid === relay.pid) return
		if (!relay.running) break
		await new Promise((resolve) => setTimeout(resolve, POLL_MS))
	}
	throw new Error(`The relay did not start.\n${relay.tail}`)
}
