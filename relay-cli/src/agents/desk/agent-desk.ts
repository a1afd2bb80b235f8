/** Sessions of Claude Code in the linked folders whose people allowed it: found, followed, and told. */
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentCard, AgentList, AgentsChanged } from '@fairlead/protocol/agents/agents'
import type { TerminalList } from '@fairlead/protocol/agents/terminals'
import type { Database } from '../../platform/database.ts'
import type { RegisteredSession } from '../living/registry.ts'
import type { AskingSession } from '../permissions/answer-permission.ts'
import type { PermissionWait } from '../permissions/permission-waits.ts'
import { type HookEvent, hookEventOf } from '../session/hook-event.ts'
import { hashesBelow } from '../transcripts/claude-folder.ts'
import type { Fields } from '../transcripts/fields.ts'
import { sessionFiles, subAgentFiles, type TranscriptFile } from '../transcripts/session-files.ts'
import { AllowedFolders, type AllowedPorts, type LinkedFolder } from './allowed-folders.ts'
import { CardBindings } from './card-bindings.ts'
import { CardChanges } from './card-changes.ts'
import { FolderFeed } from './folder-feed.ts'
import { FolderWatches } from './folder-watches.ts'
import { FollowedFile, type FollowedFilePorts } from './followed-file.ts'
import { SessionBoard } from './session-board.ts'
import { type LifePorts, SessionLives } from './session-lives.ts'
import { UnknownTypes } from './unknown-types.ts'
import { withTerminals } from './with-terminals.ts'

export interface AgentDeskPorts extends AllowedPorts, LifePorts {
	readonly database: Database
	/** The folder of Claude Code. */
	readonly claude: string
	/** The folders with the sessions that the relay runs itself, as those in `projects/` of Claude Code. */
	readonly own: string
	registry(): Promise<readonly RegisteredSession[] | null>
	/** The terminals of a folder that may have some. */
	terminals(folder: LinkedFolder): TerminalList
	/** The folders that may be shown, or may have terminals, have changed. */
	allowedChanged(folders: AllowedFolders): void
	/** Sends a change to the project's room, if somebody looks. */
	send(change: AgentsChanged): void
	/** Tells the project's room that an agent of the folder began to wait for its person. */
	waits(editorKey: string): void
	/** Called once for each type of record that is not known here. */
	unknown(type: string): void
}

/** Time between two scans, which also find changes that no watcher told. */
const SCAN_MS = 2_000
/** A file that is written all the time is read this often. */
const LOOK_MS = 100
const RECENT_MS = 24 * 3_600_000
const RECENT_SUB_MS = 30 * 60_000
const MAX_EARLY_HOOKS = 50
/** A session that asks is looked for so often, with a pause. */
const FIND_TRIES = 10
const FIND_MS = 300
/** A session's first hook comes before its file. */
const EARLY_HOOK_MS = 30_000

export class AgentDesk {
	readonly #ports: AgentDeskPorts
	readonly #board: SessionBoard
	readonly #bindings: CardBindings
	readonly #changes: CardChanges
	readonly #lives: SessionLives
	readonly #watches: FolderWatches
	readonly #feeds = new Map<string, FolderFeed>()
	readonly #filePorts: FollowedFilePorts
	readonly #folders: AllowedFolders
	#earlyHooks: { readonly hook: HookEvent; readonly at: number }[] = []
	#soon = new Map<string, () => void>()
	#cancelScan: () => void = () => undefined
	#cancelDue: () => void = () => undefined
	#scanning: Promise<void> | null = null
	#closed = false

	constructor(ports: AgentDeskPorts) {
		this.#ports = ports
		const { clock, database } = ports
		this.#folders = new AllowedFolders(ports)
		const types = new UnknownTypes((type) => ports.unknown(type))
		this.#filePorts = { now: () => clock.now(), unknown: (type) => types.met(type) }
		this.#bindings = new CardBindings(database, clock.now())
		this.#board = new SessionBoard(this.#bindings, () => clock.now())
		this.#changes = new CardChanges(clock, this.#board, this.#bindings)
		this.#lives = new SessionLives(ports, this.#board, this.#bindings, this.#changes)
		this.#watches = new FolderWatches((folder, name) => this.#lookSoon(join(folder, name)))
	}

	start(): void {
		void this.#loop()
	}

	close(): void {
		this.#closed = true
		this.#cancelScan()
		this.#cancelDue()
		this.#watches.close()
		this.#changes.close()
		for (const cancel of this.#soon.values()) cancel()
		for (const feed of this.#feeds.values()) feed.close()
	}

	list(editorKey: string): AgentList {
		return this.#feedOf(editorKey).list()
	}

	/** A folder whose terminals may be used now. */
	async folderWithTerminals(editorKey: string): Promise<LinkedFolder | null> {
		await this.#followFolders()
		return this.#folders.withTerminals(editorKey)
	}

	/** A card that may be shown. */
	cardOf(editorKey: string, agentId: string): AgentCard | undefined {
		if (!this.#folders.isShown(editorKey)) return undefined
		return this.#cards(editorKey).find((card) => card.agentId === agentId)
	}

	/** The program of an agent that was started from the page is over, whatever its files say. */
	programEnded(agentId: string): void {
		this.#lives.programEnded(agentId)
	}

	/** A terminal was started, has ended, or another page types into it. */
	terminalsChanged(): void {
		for (const file of this.#board.files.values()) this.#lives.endOwn(file)
		this.#changed()
	}

	/** The relay has written to the transcript of a session that it runs itself. */
	wrote(path: string): void {
		this.#lookSoon(path)
	}

	/** Reads what the relay has written to such a transcript so far. Ends early if the relay ends. */
	async read(path: string): Promise<void> {
		// A scan that runs has perhaps passed it.
		for (let tries = 0; tries < 2 && !this.#closed; tries++) await this.scan()
		const file = this.#board.files.get(path)
		if (file && !this.#closed) await this.#read(file)
	}

	/** Reports the tool that a session of the relay asks a permission for; null if it no longer asks for one. */
	asks(sessionId: string, tool: { readonly name: string; readonly input: Fields } | null): void {
		const file = this.#board.of(sessionId)
		if (!file?.isOwn) return
		const of = { sessionId, agentId: null, agentType: null, kind: 'permission' as const }
		const hook = tool && { ...of, tool: tool.name, input: tool.input }
		file.tell(hook ? { kind: 'hook', hook } : { kind: 'answered' })
		this.#changed()
	}

	/** Whether the relay runs the session itself, or has. */
	isOwn = (sessionId: string): boolean => this.#board.of(sessionId)?.isOwn ?? false

	/** The transcript behind a card that may be shown. */
	transcriptOf(
		editorKey: string,
		agentId: string,
	): { readonly path: string; readonly sessionId: string } | undefined {
		return this.#folders.isShown(editorKey) ? this.#board.fileOf(editorKey, agentId) : undefined
	}

	/** Takes a message of `fairlead agents hook`. Anything may send it that has the relay's token. */
	hook(body: unknown): void {
		const hook = hookEventOf(body)
		if (!hook || this.#folders.shown.length === 0 || this.#closed) return
		if (hook.kind === 'session-start') this.#changes.begins(hook)
		if (this.#deliver(hook)) return
		const at = this.#ports.clock.now()
		this.#earlyHooks = [...this.#earlyHooks, { hook, at }].slice(-MAX_EARLY_HOOKS)
		void this.scan()
	}

	/** A session that may be shown, for a question that it asks. */
	async sessionOf(sessionId: string): Promise<AskingSession | undefined> {
		// Its first question may come before its file, and a scan that runs has perhaps passed it.
		for (let tries = 0; tries < FIND_TRIES && !this.#board.of(sessionId)?.isKnown; tries++) {
			if (this.#closed) return undefined
			if (tries > 0) await new Promise<void>((then) => this.#ports.clock.after(FIND_MS, then))
			await this.scan()
		}
		const file = this.#board.of(sessionId)
		if (file?.place.kind !== 'inside' || !this.#folders.isShown(file.place.editorKey))
			return undefined
		const { editorKey, real } = file.place
		const folder = this.#folders.shown.find((one) => one.editorKey === editorKey)?.folder
		const card = this.#board.cards(editorKey).find((one) => one.sessionId === sessionId)
		if (folder === undefined || !card) return undefined
		const subs = this.#board.subAgentsOf(sessionId)
		const hasSub = (agentId: string): boolean => subs.some(({ subId }) => subId === agentId)
		return { editorKey, folder, cwd: real, title: card.title, hasSub }
	}

	/** A permission is asked on a page, until the returned function is called. */
	waits(wait: PermissionWait): () => void {
		const end = this.#board.waits.add(wait)
		this.#changed()
		return () => {
			end()
			this.#changed()
		}
	}

	/** Looks for sessions, and at those that changed. One scan at a time. */
	scan(): Promise<void> {
		this.#scanning ??= this.#scan().finally(() => {
			this.#scanning = null
		})
		return this.#scanning
	}

	async #loop(): Promise<void> {
		await this.scan().catch(() => undefined)
		if (!this.#closed) this.#cancelScan = this.#ports.clock.after(SCAN_MS, () => void this.#loop())
	}

	async #scan(): Promise<void> {
		const { clock, claude, own } = this.#ports
		await this.#followFolders()
		if (this.#folders.shown.length === 0) return
		const registry = await this.#ports.registry()
		const folders = await this.#foldersIn(join(claude, 'projects'))
		const ownFolders = await this.#foldersIn(own)
		this.#watches.follow([...folders, ...ownFolders])
		const living = new Set(registry?.map(({ sessionId }) => sessionId))
		const seen = new Set<string>()
		const look = async (file: TranscriptFile, isOwn = false): Promise<void> => {
			seen.add(file.path)
			await this.#look(file, isOwn)
		}
		for (const folder of ownFolders)
			for (const file of await sessionFiles(folder, clock.now() - RECENT_MS)) await look(file, true)
		for (const folder of folders)
			for (const file of await sessionFiles(folder, clock.now() - RECENT_MS, living)) {
				await look(file)
				if (this.#board.files.get(file.path)?.place.kind !== 'inside') continue
				const since = clock.now() - RECENT_SUB_MS
				for (const sub of await subAgentFiles(file.path, file.sessionId, since)) await look(sub)
			}
		if (this.#closed) return
		await this.#forget(seen)
		await this.#lives.ask(registry)
		for (const file of this.#board.sessions().sort((a, b) => a.firstAt - b.firstAt)) {
			if (file.isReady) this.#changes.cleared(file)
		}
		this.#deliverEarly()
		this.#changed()
	}

	/** The folders of transcripts that may belong to folders that are shown. */
	async #foldersIn(projects: string): Promise<string[]> {
		const names = await readdir(projects).catch(() => [])
		const hashes = new Set(this.#folders.shown.flatMap(({ folder }) => hashesBelow(folder, names)))
		return [...hashes].map((name) => join(projects, name))
	}

	/** Forgets sessions that are old or gone. A session that still waits is neither, however long it is silent. */
	async #forget(seen: ReadonlySet<string>): Promise<void> {
		for (const [path, { session, subId }] of this.#board.files) {
			if (seen.has(path)) continue
			const isOld = subId !== null || session.ended !== null
			if (isOld || !(await stat(path).catch(() => null))) this.#board.files.delete(path)
		}
	}

	/** A person may have allowed or forbidden a folder, linked or unlinked it. */
	async #followFolders(): Promise<void> {
		// A relay that ends unlinks its folders: nobody has withdrawn a consent.
		if (!(await this.#folders.follow()) || this.#closed) return
		this.#ports.allowedChanged(this.#folders)
		// Another folder may be the one that a session belongs to; what nobody may see is forgotten.
		for (const [path, file] of this.#board.files) {
			const isOpen = file.place.kind === 'inside' && this.#folders.isShown(file.place.editorKey)
			if (!isOpen || this.#folders.shown.length === 0) this.#board.files.delete(path)
			else file.place = { kind: 'unknown' }
		}
		if (this.#folders.shown.length === 0) this.#watches.follow([])
		for (const file of this.#board.files.values()) await this.#findPlace(file)
		this.#changed()
	}

	async #look(found: TranscriptFile, isOwn: boolean): Promise<void> {
		let file = this.#board.files.get(found.path)
		if (!file) {
			file = new FollowedFile(found, this.#filePorts, isOwn)
			this.#board.files.set(found.path, file)
		}
		if (file.place.kind === 'outside' || !file.hasChanged(found)) return
		await this.#read(file)
	}

	async #read(file: FollowedFile): Promise<void> {
		const { saidAt } = file
		if (!(await file.look()) || this.#closed) return
		await this.#findPlace(file)
		if (file.place.kind === 'outside') return
		this.#lives.endOwn(file)
		if (saidAt > 0 && file.saidAt > saidAt && file.subId === null) this.#changes.continued(file)
		if (this.#board.of(file.sessionId)?.session.isHooked) file.tell({ kind: 'hooked' })
		this.#changed()
	}

	/** The hash of a folder is not unique: only what the session says counts. */
	async #findPlace(file: FollowedFile): Promise<void> {
		const { cwd } = file.session
		// A sub-agent belongs to its session, wherever it works.
		if (file.subId !== null || file.place.kind !== 'unknown' || cwd === null) return
		const real = await realpath(cwd).catch(() => cwd)
		file.place = this.#folders.placeOf(real)
	}

	#lookSoon(path: string): void {
		if (this.#soon.has(path) || this.#closed) return
		const cancel = this.#ports.clock.after(LOOK_MS, () => {
			this.#soon.delete(path)
			const file = this.#board.files.get(path)
			if (!file) void this.scan()
			else if (file.place.kind !== 'outside') void this.#read(file)
		})
		this.#soon.set(path, cancel)
	}

	/** False: nothing is known of its session yet. */
	#deliver(hook: HookEvent): boolean {
		const file = this.#board.of(hook.sessionId)
		if (!file?.isKnown) return false
		if (file.place.kind !== 'inside' || file.isOwn) return true
		const subs = this.#hookSubAgents(hook.sessionId)
		const sub = subs.find(({ subId }) => subId !== null && subId === hook.agentId)
		if (sub && hook.kind === 'permission') {
			// On the card of the one who asks; the session that it belongs to only knows that hooks arrive.
			file.tell({ kind: 'hooked' })
			sub.tell({ kind: 'hook', hook })
		} else if (hook.kind === 'session-end') {
			this.#changes.ends(hook, () => {
				file.tell({ kind: 'hook', hook })
				this.#lives.endSubAgents(file, true)
				this.#changed()
			})
		} else file.tell({ kind: 'hook', hook })
		this.#changed()
		return true
	}

	/** Counts the sub-agents as hooked: the same hooks tell their permissions. */
	#hookSubAgents(sessionId: string): readonly FollowedFile[] {
		const subs = this.#board.subAgentsOf(sessionId)
		for (const sub of subs) sub.tell({ kind: 'hooked' })
		return subs
	}

	#deliverEarly(): void {
		const now = this.#ports.clock.now()
		const waiting = this.#earlyHooks
		this.#earlyHooks = []
		for (const one of waiting) {
			const file = this.#board.of(one.hook.sessionId)
			// Records that came after it say more: its start is not the end of their turn.
			if (file?.isKnown && file.session.heardAt > one.at) {
				file.tell({ kind: 'hooked' })
				this.#hookSubAgents(one.hook.sessionId)
			} else if (file?.isKnown) this.#deliver(one.hook)
			else if (now - one.at < EARLY_HOOK_MS) this.#earlyHooks.push(one)
		}
	}

	#changed(): void {
		if (this.#closed) return
		this.#board.waits.look(this.#board.files.values())
		for (const { editorKey } of this.#folders.shown) this.#feedOf(editorKey)
		for (const feed of this.#feeds.values()) feed.changed()
		const due = [...this.#board.files.values()].flatMap(({ dueAt }) => dueAt ?? [])
		this.#cancelDue()
		if (due.length === 0) return
		const { clock } = this.#ports
		const wait = Math.max(0, Math.min(...due) - clock.now())
		this.#cancelDue = clock.after(wait, () => {
			for (const file of this.#board.files.values()) file.tell({ kind: 'time' })
			this.#changed()
		})
	}

	/** Living ones first, then the newest. */
	#cards(editorKey: string): AgentCard[] {
		const terminals = this.#terminals(editorKey)?.list ?? []
		return withTerminals(this.#board.cards(editorKey), terminals, this.#ports).sort(
			(a, b) => Number(isEnded(a)) - Number(isEnded(b)) || b.heardAt - a.heardAt,
		)
	}

	#terminals(editorKey: string): TerminalList | null {
		const folder = this.#folders.withTerminals(editorKey)
		return folder && this.#ports.terminals(folder)
	}

	#feedOf(editorKey: string): FolderFeed {
		const known = this.#feeds.get(editorKey)
		if (known) return known
		const feed = new FolderFeed({
			clock: this.#ports.clock,
			editorKey,
			cards: () => (this.#folders.isShown(editorKey) ? this.#cards(editorKey) : null),
			terminals: () => this.#terminals(editorKey),
			send: (change) => this.#ports.send(change),
			waits: () => this.#ports.waits(editorKey),
		})
		this.#feeds.set(editorKey, feed)
		return feed
	}
}

const isEnded = ({ status }: AgentCard): boolean => status.kind === 'ended'
