/**
 * Watches linked projects, and those of MCP clients, whose package is not connected: by their lock file, the process, Unity's log and,
 * if allowed, its windows. Polls, because logs and lock files of other programs announce nothing; a closed
 * project costs a few looks at files.
 */
import { type FileHandle, lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Outside, OutsideDialog } from '@fairlead/protocol/editors/outside'
import { waitsForFix } from '@fairlead/protocol/editors/outside-words'
import { shareStructure } from '@fairlead/protocol/view/structural-sharing'
import { normalisePath, realFolder } from '../home/project-key.ts'
import type { Clock } from '../platform/clock.ts'
import { inferState, type Judged } from './infer-state.ts'
import { globalLogs, openProjectLog, projectLog } from './log-places.ts'
import type { LogSession } from './log-session.ts'
import { LogTail, type Looked } from './log-tail.ts'
import type { ProjectLook } from './project-look.ts'

/** A lock file is made after the first lines of the log; clocks of file systems are coarse. */
const OLDER_THAN_LOCK_MS = 60_000
/** Longest wait for a project whose disk does not answer; the list of processes may take half of it. */
const LOOK_LIMIT_MS = 30_000

export interface Watched {
	readonly editorKey: string
	/** Real path. */
	readonly folder: string
	/** The connected process whose main thread a dialog blocks; null: no process is connected. */
	readonly blocked: number | null
}

/** The report of a project's log, for the tool that reads it. */
export interface LogReport {
	readonly path: string
	readonly session: LogSession
	readonly lines: readonly string[]
}

export interface OutsidePorts {
	readonly clock: Clock
	readonly pollMs: number
	/** Silence after which Unity counts as waiting for something. */
	readonly quietMs: number
	/** Folders whose editor is not connected. */
	watched(): readonly Watched[]
	look(folder: string): Promise<ProjectLook>
	/** A window of this process that waits for an answer. */
	dialogOf(pid: number): Promise<OutsideDialog | null>
	/**
	 * Called after every change; null: nothing is seen now. `pid`: the process that has the project open, if it can be told.
	 * False: no seat took it, and it has to be told again.
	 */
	told(editorKey: string, outside: Outside | null, pid: number | null): boolean
	/** Default: where Unity writes on this system. */
	readonly globalLogs?: readonly string[]
}

/** A compilation, and when it was first seen to have begun. */
interface Compilation {
	readonly id: string
	readonly at: number
}

interface FoundLog {
	readonly tail: LogTail
	readonly session: LogSession
	readonly mtimeMs: number
}

export class OutsideWatch {
	readonly #ports: OutsidePorts
	readonly #globalLogs: readonly string[]
	readonly #tails = new Map<string, LogTail>()
	readonly #known = new Map<string, Outside>()
	/** Processes that were seen to have a project open. */
	readonly #pids = new Map<string, number | null>()
	readonly #compilations = new Map<string, Compilation>()
	/** The compilation, by folder, that was the last one when scripts were written through this relay. */
	readonly #written = new Map<string, string | undefined>()
	#cancel: () => void = () => undefined
	/** Looks that have not ended, by seat. */
	readonly #underWay = new Map<string, Promise<void>>()
	#looking: Promise<void> | null = null
	#closed = false

	constructor(ports: OutsidePorts) {
		this.#ports = ports
		this.#globalLogs = ports.globalLogs ?? globalLogs()
	}

	start(): void {
		void this.lookNow().then(() => {
			if (!this.#closed)
				this.#cancel = this.#ports.clock.after(this.#ports.pollMs, () => this.start())
		})
	}

	/** Ends the polling; a look under way ends by itself and tells nothing. */
	close(): void {
		this.#closed = true
		this.#cancel()
	}

	/**
	 * Scripts of this folder changed: compile errors that were found before may be fixed. Tells so at once, so that a
	 * call that follows the change waits for Unity instead of getting the errors again.
	 */
	changed(folder: string): void {
		this.#written.set(folder, this.#compilations.get(folder)?.id)
		for (const { editorKey, folder: of } of this.#ports.watched()) {
			const known = of === folder ? this.#known.get(editorKey) : undefined
			if (known && waitsForFix(known)) this.#tell(editorKey, { ...known, pending: true })
		}
	}

	/** Its editor connected, or its seat is gone: whatever is seen next is news. */
	forget(editorKey: string): void {
		this.#known.delete(editorKey)
	}

	/** The process that was last seen to have this seat's project open. */
	pidOf(editorKey: string): number | null {
		return this.#pids.get(editorKey) ?? null
	}

	/** One look at every project; a second request joins the one under way. Never rejects. */
	lookNow(): Promise<void> {
		this.#looking ??= this.#look().finally(() => {
			this.#looking = null
		})
		return this.#looking
	}

	/** The log of a project's current or last editor; null: there is none that can be told to be its own. */
	async logOf(folder: string): Promise<LogReport | null> {
		const found = await this.#log(folder, null, new Map())
		return (
			found && { path: found.tail.path, session: found.session, lines: found.tail.reader.lines }
		)
	}

	async #look(): Promise<void> {
		const watched = this.#ports.watched()
		for (const key of this.#known.keys())
			if (!watched.some(({ editorKey }) => editorKey === key)) this.#known.delete(key)
		// The logs that all projects share are read once for all of them.
		const looked = new Map<string, Promise<Looked | null>>()
		const looks = watched.flatMap((one) => {
			// The last look at this project outlasted its limit and is still running: it is neither repeated nor waited for.
			if (this.#underWay.has(one.editorKey)) return []
			const look = this.#lookAt(one, looked)
				.catch(() => undefined)
				.finally(() => this.#underWay.delete(one.editorKey))
			this.#underWay.set(one.editorKey, look)
			return [look]
		})
		await this.#withinLimit(Promise.all(looks))
	}

	#withinLimit(work: Promise<unknown>): Promise<void> {
		return new Promise((resolve) => {
			const cancel = this.#ports.clock.after(LOOK_LIMIT_MS, resolve)
			void work.then(() => {
				cancel()
				resolve()
			})
		})
	}

	async #lookAt(
		{ editorKey, folder, blocked }: Watched,
		looked: Map<string, Promise<Looked | null>>,
	): Promise<void> {
		if (blocked !== null) {
			const dialog = await this.#ports.dialogOf(blocked)
			this.#saw(editorKey, dialog && { state: 'dialog', dialog })
			return
		}
		const { clock, quietMs } = this.#ports
		const project = await this.#ports.look(folder)
		this.#pids.set(editorKey, project.running ? project.pid : null)
		const lockedAt = project.locked ? await writtenAt(join(folder, 'Temp', 'UnityLockfile')) : null
		const log = await this.#log(folder, lockedAt, looked)
		const dialog =
			project.running && project.pid !== null ? await this.#ports.dialogOf(project.pid) : null
		const now = clock.now()
		const silentMs = log ? Math.max(0, now - log.mtimeMs) : null
		const judged = inferState({
			locked: project.locked,
			running: project.running,
			session: log?.session ?? null,
			silentMs,
			quiet: silentMs === null || silentMs >= quietMs,
			dialog,
			hasPackage: project.hasPackage,
			changed: log !== null && (await this.#isChanged(folder, log)),
		})
		this.#saw(editorKey, judged)
	}

	#saw(editorKey: string, judged: Judged | null): void {
		if (this.#closed) return
		const before = this.#known.get(editorKey)
		if (judged === null) {
			if (before) this.#tell(editorKey, null)
			return
		}
		const since = before?.state === judged.state ? before.since : this.#ports.clock.now()
		const outside: Outside = { ...judged, since }
		if (shareStructure(before, outside) !== before) this.#tell(editorKey, outside)
	}

	#tell(editorKey: string, outside: Outside | null): void {
		const taken = this.#ports.told(editorKey, outside, this.pidOf(editorKey))
		if (outside && taken) this.#known.set(editorKey, outside)
		else this.#known.delete(editorKey)
	}

	/** The newest of the logs that name this project. `lockedAt`: what was last written before is of an earlier process. */
	async #log(
		folder: string,
		lockedAt: number | null,
		looked: Map<string, Promise<Looked | null>>,
	): Promise<FoundLog | null> {
		const own = projectLog(folder)
		const found = await Promise.all(
			[own, ...this.#globalLogs].map(async (path) => {
				const tail = this.#tailOf(path, path === own ? () => openProjectLog(folder) : undefined)
				const look = looked.get(path) ?? tail.look()
				looked.set(path, look)
				const seen = await look
				if (seen === null || tail.reader.mixed) return null
				const { session } = tail.reader
				if (session.moved) return null
				if (lockedAt !== null && seen.mtimeMs < lockedAt - OLDER_THAN_LOCK_MS) return null
				const isOurs =
					session.project === null ? path === own : await isSameFolder(session.project, folder)
				return isOurs ? { tail, session, mtimeMs: seen.mtimeMs } : null
			}),
		)
		return found.reduce<FoundLog | null>(
			(newest, one) => (one && (newest === null || one.mtimeMs > newest.mtimeMs) ? one : newest),
			null,
		)
	}

	#tailOf(path: string, open?: () => Promise<FileHandle>): LogTail {
		const tail = this.#tails.get(path) ?? new LogTail(path, open)
		this.#tails.set(path, tail)
		return tail
	}

	/** Whether scripts changed after the last compilation began, as far as the errors and this relay tell. */
	async #isChanged(folder: string, { tail, session, mtimeMs }: FoundLog): Promise<boolean> {
		const id = `${session.compilations} ${tail.path}`
		const known = this.#compilations.get(folder)
		const compilation = known?.id === id ? known : { id, at: mtimeMs }
		this.#compilations.set(folder, compilation)
		if (session.errorCount === 0) return false
		if (this.#written.get(folder) === id) return true
		const files = [...new Set(session.errors.map(({ file }) => file))].slice(0, 20)
		const times = await Promise.all(
			files.map((file) => (isInside(file) ? writtenAt(join(folder, file)) : null)),
		)
		return times.some((time) => time !== null && time > compilation.at)
	}
}

/** A path from a log is not trusted: only its time is read, and only inside the project. */
const isInside = (file: string): boolean =>
	/^(?:Assets|Packages)\//.test(file) && !file.split('/').includes('..')

/** In whole milliseconds, like the time of a log: a script that is written together with the log must not seem newer. */
const writtenAt = (path: string): Promise<number | null> =>
	lstat(path).then(
		({ mtimeMs }) => Math.floor(mtimeMs),
		() => null,
	)

async function isSameFolder(named: string, folder: string): Promise<boolean> {
	if (normalisePath(named) === normalisePath(folder)) return true
	return normalisePath(await realFolder(named)) === normalisePath(folder)
}
