/**
 * Looks, for every linked folder and every MCP client's project whose editor does not run our package, whether Unity's
 * own bridge reaches it, and gives it the seat. Starts nothing unless such a folder's manifest names `com.unity.pipeline`.
 */
import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { EditorSeat, Phase } from '@fairlead/protocol/editors'
import type { Clock } from '../clock.ts'
import type { SeatRegistry } from '../editors/seat-registry.ts'
import type { Timing } from '../timing.ts'
import { type BridgeInstance, instanceFor, instancesIn } from './bridge-status.ts'
import { CommandCatalog, commandsIn } from './command-catalog.ts'
import { hasUnitysPackage, PIPELINE_PACKAGE } from './package-origin.ts'
import { PipelinePort } from './pipeline-port.ts'
import { UnityShell } from './unity-shell.ts'

const PACKAGE = `"${PIPELINE_PACKAGE}"`
const MAX_MANIFEST_BYTES = 1024 * 1024
/** A departure without a way back, as a socket closes it. */
const GONE = 1000

export interface BackendPorts {
	readonly seats: SeatRegistry
	readonly clock: Clock
	readonly timing: Timing
	/** Path of the `unity` command, looked for again each time: it may be installed while the relay runs. */
	findCommand(): Promise<string | null>
	readonly env: Readonly<Record<string, string>>
	/** Folder in which the shell that asks for the status runs. */
	readonly home: string
}

/** One editor that has a seat through the bridge. */
interface Reached {
	readonly port: PipelinePort
	readonly shell: UnityShell
	readonly pid: number
	/** By {@link Clock.awake}, since when the bridge does not list it as ready; null: it is. */
	awaySince: number | null
}

export class PipelineBackend {
	readonly #ports: BackendPorts
	readonly #reached = new Map<string, Reached>()
	#status: { readonly command: string; readonly shell: UnityShell } | null = null
	#cancelLook: () => void = () => undefined
	#closed = false

	constructor(ports: BackendPorts) {
		this.#ports = ports
	}

	start(): void {
		void this.#lookAndWait()
	}

	close(): void {
		this.#closed = true
		this.#cancelLook()
		this.#status?.shell.close()
		for (const { shell } of this.#reached.values()) shell.close()
		this.#reached.clear()
	}

	async #lookAndWait(): Promise<void> {
		// A failure is looked at again later: the relay lives without Unity's command line.
		await this.#look().catch(() => undefined)
		if (this.#closed) return
		this.#cancelLook = this.#ports.clock.after(
			this.#ports.timing.pipelinePollMs,
			() => void this.#lookAndWait(),
		)
	}

	async #look(): Promise<void> {
		this.#leaveUnwanted()
		const seats = await this.#candidates()
		if (this.#closed) return
		if (seats.length === 0) {
			this.#rest()
			return
		}
		const command = await this.#ports.findCommand()
		if (this.#closed) return
		const instances = command === null ? [] : await this.#ask(command)
		// No answer is no news.
		if (instances === null) return
		await Promise.all(
			seats.map(async (seat) => {
				const instance = await instanceFor(seat.projectPath, instances)
				if (!this.#closed) await this.#follow(seat, command, instance)
			}),
		)
	}

	/** Seats that the bridge holds, or that nobody does and whose project has the bridge. */
	async #candidates(): Promise<EditorSeat[]> {
		const { seats } = this.#ports
		const free = seats.wanted().filter((seat) => {
			const port = seats.portOf(seat.editorKey)
			return port === null
				? seats.isFree(seat.editorKey)
				: port === this.#reached.get(seat.editorKey)?.port
		})
		const with_ = await Promise.all(
			free.map(
				async (seat) => this.#reached.has(seat.editorKey) || (await hasBridge(seat.projectPath)),
			),
		)
		return free.filter((_, i) => with_[i])
	}

	/** Folders that were unlinked, or whose last MCP client has gone. */
	#leaveUnwanted(): void {
		const wanted = new Set(this.#ports.seats.wanted().map(({ editorKey }) => editorKey))
		for (const [editorKey, reached] of this.#reached)
			if (!wanted.has(editorKey)) this.#leave(editorKey, reached)
	}

	/** Null: it did not say. */
	async #ask(command: string): Promise<readonly BridgeInstance[] | null> {
		const { clock, timing, env, home } = this.#ports
		if (this.#status?.command !== command) {
			this.#status?.shell.close()
			this.#status = { command, shell: new UnityShell({ command, env, clock, folder: home }) }
		}
		try {
			return instancesIn(await this.#status.shell.request(['status'], timing.pipelineStatusMs))
		} catch {
			return null
		}
	}

	/** No folder needs the command line now. */
	#rest(): void {
		this.#status?.shell.close()
		this.#status = null
	}

	async #follow(
		seat: EditorSeat,
		command: string | null,
		instance: BridgeInstance | null,
	): Promise<void> {
		const { seats, clock, timing } = this.#ports
		const reached = this.#reached.get(seat.editorKey)
		if (reached === undefined) {
			if (command !== null && instance?.state === 'ready')
				await this.#attach(seat, command, instance)
			return
		}
		if (instance?.state === 'ready' && instance.pid === reached.pid) {
			const wasAway = reached.awaySince !== null
			reached.awaySince = null
			// A reload may have brought other commands.
			if (wasAway) await this.#refresh(reached)
			seats.reportPhase(reached.port, phaseOf(instance), undefined)
			return
		}
		const isOther = instance !== null && instance.pid !== reached.pid
		reached.awaySince ??= clock.awake()
		const overdue = clock.awake() - reached.awaySince >= timing.reloadGraceMs
		if (isOther || overdue || (instance === null && !isAlive(reached.pid))) {
			this.#leave(seat.editorKey, reached)
			return
		}
		const [phase, detail] = awayPhase(instance)
		seats.reportPhase(reached.port, phase, detail)
	}

	async #attach(seat: EditorSeat, command: string, instance: BridgeInstance): Promise<void> {
		const { seats, clock, timing, env } = this.#ports
		const folder = seat.projectPath
		const shell = new UnityShell({ command, env, clock, folder })
		const catalog = await readCatalog(shell, folder, timing.pipelineStatusMs)
		if (catalog === null || this.#closed) {
			shell.close()
			return
		}
		const port: PipelinePort = new PipelinePort({
			shell,
			catalog,
			folder,
			clock,
			// Another process of the command line is another session: what it left unanswered is not sent again.
			process: {
				pid: instance.pid,
				unityVersion: instance.version,
				sessionId: `pipeline-${instance.pid}-${randomBytes(8).toString('hex')}`,
			},
			phase: phaseOf(instance),
			changed: (changed, scopes) => seats.reportChange(changed, scopes),
			closed: () => this.#forget(seat.editorKey, port),
		})
		const verdict = seats.attach(port, folder)
		if (verdict.kind === 'refuse') {
			shell.close()
			return
		}
		this.#reached.set(seat.editorKey, { port, shell, pid: instance.pid, awaySince: null })
		verdict.announce()
	}

	async #refresh(reached: Reached): Promise<void> {
		const { timing, seats } = this.#ports
		const folder = reached.port.hello.projectPath
		const catalog = await readCatalog(reached.shell, folder, timing.pipelineStatusMs)
		if (catalog !== null && reached.port.refresh(catalog)) seats.toolsChanged(reached.port)
	}

	/** The editor is gone. */
	#leave(editorKey: string, reached: Reached): void {
		this.#reached.delete(editorKey)
		this.#ports.seats.detach(reached.port, GONE)
		reached.shell.close()
	}

	/** Our package has the seat now: what still runs here gets no second chance. */
	#forget(editorKey: string, port: PipelinePort): void {
		const reached = this.#reached.get(editorKey)
		if (reached?.port !== port) return
		this.#reached.delete(editorKey)
		reached.shell.close()
	}
}

/** Whether the project's manifest names the package; nothing else of it matters. */
async function hasBridge(folder: string): Promise<boolean> {
	const file = await open(join(folder, 'Packages', 'manifest.json'), 'r').catch(() => null)
	try {
		const size = (await file?.stat())?.size ?? 0
		if (!file || size > MAX_MANIFEST_BYTES) return false
		return (await file.readFile('utf8')).includes(PACKAGE)
	} catch {
		return false
	} finally {
		await file?.close()
	}
}

async function readCatalog(
	shell: UnityShell,
	folder: string,
	limitMs: number,
): Promise<CommandCatalog | null> {
	const packageIsUnitys = await hasUnitysPackage(folder)
	// The second is that of versions which do not know the first.
	for (const words of [['command', '--detail', 'full'], ['list']]) {
		try {
			const argv = [...words, '--project-path', folder]
			const commands = commandsIn(await shell.request(argv, limitMs), packageIsUnitys)
			if (commands !== null) return new CommandCatalog(commands)
		} catch {
			return null
		}
	}
	return null
}

const phaseOf = ({ frameCount }: BridgeInstance): 'ready' | 'playing' =>
	typeof frameCount === 'number' ? 'playing' : 'ready'

/** Two things that the bridge cannot tell apart are reported as such. */
function awayPhase(instance: BridgeInstance | null): [Exclude<Phase, 'gone'>, string] {
	switch (instance?.state) {
		case 'starting':
			return ['reloading', 'Unity is starting.']
		case 'unreachable':
			return ['busy', 'The bridge gives no sign: a reload, a dialog, or a long task.']
		default:
			return ['reloading', 'The bridge is not loaded: a reload, or Safe Mode.']
	}
}

function isAlive(pid: number): boolean {
	if (pid === 0) return false
	try {
		process.kill(pid, 0)
		return true
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM'
	}
}
