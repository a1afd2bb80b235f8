/** Every project folder the relay knows, and the editor on its seat, if there is one. */
import { basename } from 'node:path'
import {
	type ChangeScope,
	type EditorSeat,
	folderKindOf,
	type Phase,
} from '@fairlead/protocol/editors/editors'
import type { Outside } from '@fairlead/protocol/editors/outside'
import { waitsForFix } from '@fairlead/protocol/editors/outside-words'
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { editorKeyOf } from '../home/project-key.ts'
import { afterAwake, type Clock } from '../platform/clock.ts'
import type { Timing } from '../platform/timing.ts'
import { folderKindOnDisk } from '../unity/unity-project.ts'
import { ChangeNotices } from './change-notices.ts'
import type { EditorPort } from './editor-port.ts'
import { processOf, windowsOf } from './seat-process.ts'
import type { SeatStore } from './seat-store.ts'
import { readSocketClose } from './socket-close.ts'
import { decideTakeover, type Takeover } from './takeover.ts'

type Presence =
	| { readonly kind: 'connected'; readonly port: EditorPort }
	/** Expected back; `cancelGrace` cancels the timer after which it counts as gone. */
	| {
			readonly kind: 'away'
			readonly cancelGrace: () => void
			/** Compile errors, which are news only once the process that left is gone. */
			withheld: Outside | undefined
	  }
	| { readonly kind: 'gone' }

interface Entry {
	seat: EditorSeat
	presence: Presence
	/** Whether links.json names this folder. */
	linked: boolean
	/** MCP clients whose project this is. A seat that is neither held nor linked ends with its editor. */
	holds: number
	readonly changes: ChangeNotices
	/** The files that the editor last reported as open; a reloading editor still has them open. */
	openFiles: readonly string[]
}

/** A wanted folder whose editor is not connected, or is blocked by a dialog. */
interface Speechless {
	readonly editorKey: string
	readonly folder: string
	/** The process that a dialog blocks. */
	readonly blocked: number | null
}

/** The registry's notifications. Called synchronously, after the change. */
export interface SeatListener {
	/** The hello was accepted; its answer is on its way. */
	attached(seat: EditorSeat, port: EditorPort): void
	/** The socket is gone; the editor is expected back. */
	detached(seat: EditorSeat, port: EditorPort): void
	/** A seat appeared, or another process took it. */
	updated(seat: EditorSeat): void
	phaseChanged(seat: EditorSeat): void
	changed(editorKey: string, scopes: ChangeScope[]): void
	/** Nobody wants the seat now. It may be made anew at once. */
	dropped(editorKey: string): void
}

interface Ports {
	readonly relayId: string
	readonly clock: Clock
	readonly timing: Timing
	readonly store: SeatStore
	readonly listener: SeatListener
}

export class SeatRegistry {
	readonly #entries = new Map<string, Entry>()
	readonly #ports: Ports

	/** Seats whose editor was connected when the relay stopped are `reloading` until it is back or overdue. */
	constructor(ports: Ports) {
		this.#ports = ports
		for (const { seat, expected } of ports.store.all()) {
			const entry: Entry = {
				seat,
				presence: { kind: 'gone' },
				linked: false,
				holds: 0,
				changes: this.#notices(seat.editorKey),
				openFiles: [],
			}
			this.#entries.set(seat.editorKey, entry)
			if (expected)
				this.#leave(entry, ports.timing.restartGraceMs, 'Waiting for the editor after a restart.')
			else entry.seat = { ...seat, phase: 'gone', phaseDetail: undefined, outside: undefined }
		}
	}

	get(editorKey: string): EditorSeat | undefined {
		return this.#entries.get(editorKey)?.seat
	}

	list(): EditorSeat[] {
		return [...this.#entries.values()].map((entry) => entry.seat)
	}

	portOf(editorKey: string): EditorPort | null {
		const presence = this.#entries.get(editorKey)?.presence
		return presence?.kind === 'connected' ? presence.port : null
	}

	/** The seat that this editor has. */
	keyOf(port: EditorPort): string | null {
		return this.#entryOf(port)?.seat.editorKey ?? null
	}

	/** Makes exactly these real folders the linked ones. Returns their keys, in order. */
	setLinked(folders: readonly string[]): string[] {
		const keys = folders.map((folder) => {
			const entry = this.#ensure(folder)
			entry.linked = true
			this.#lookAgain(entry)
			return entry.seat.editorKey
		})
		for (const [key, entry] of this.#entries) {
			entry.linked = keys.includes(key)
			this.#dropIfUnneeded(entry)
		}
		return keys
	}

	/** Keeps the seat of this real folder, also without an editor. Call the returned function once to let it go. */
	hold(folder: string): () => void {
		const entry = this.#ensure(folder)
		entry.holds++
		return () => {
			entry.holds--
			this.#dropIfUnneeded(entry)
		}
	}

	/**
	 * Gives the seat of this real folder to the editor if the takeover rules allow it;
	 * the socket it had before is closed with 4001. `announce` must be called once the
	 * hello's answer is on its way.
	 */
	attach(
		port: EditorPort,
		folder: string,
	): Exclude<Takeover, { kind: 'accept' }> | { kind: 'accept'; announce: () => void } {
		const entry = this.#ensure(folder)
		const verdict = decideTakeover(entry.seat.process ?? null, port.hello)
		if (verdict.kind === 'refuse') return verdict
		const before = entry.presence
		if (entry.seat.process?.sessionId !== port.hello.sessionId) entry.openFiles = []
		if (before.kind === 'away') before.cancelGrace()
		entry.presence = { kind: 'connected', port }
		entry.seat = {
			...entry.seat,
			projectPath: folder,
			folderKind: 'unity',
			phase: port.hello.phase,
			phaseSince: this.#ports.clock.now(),
			phaseDetail: undefined,
			outside: undefined,
			process: processOf(port.hello),
		}
		this.#save(entry)
		if (before.kind === 'connected')
			before.port.close(CLOSE.superseded, 'A newer connection replaced this one.')
		return {
			kind: 'accept',
			announce: () => {
				if (!isConnectedBy(entry, port)) return
				this.#ports.listener.attached(entry.seat, port)
				this.#ports.listener.updated(entry.seat)
			},
		}
	}

	/** Ignored from a connection that no longer has a seat. */
	reportPhase(port: EditorPort, phase: Phase, detail: string | undefined): void {
		const entry = this.#entryOf(port)
		if (entry) this.#setPhase(entry, phase, detail)
	}

	/** Ignored from a connection that no longer has a seat. */
	reportOpenFiles(port: EditorPort, files: readonly string[]): void {
		const entry = this.#entryOf(port)
		if (entry) entry.openFiles = files
	}

	/** Project paths of the scenes and the prefab that the seat's editor has open. */
	openFilesOf(editorKey: string): readonly string[] {
		return this.#entries.get(editorKey)?.openFiles ?? []
	}

	/** Wanted folders whose editor cannot speak for itself: it is not connected, or a dialog blocks it (`blocked`: its pid). */
	speechless(): Speechless[] {
		return [...this.#entries.values()].flatMap<Speechless>((entry) => {
			const { presence, seat } = entry
			const { editorKey, projectPath: folder, phase } = seat
			if (!isWanted(entry) || folderKindOf(seat) === 'plain') return []
			if (presence.kind !== 'connected') return [{ editorKey, folder, blocked: null }]
			const blocked = phase === 'modal' ? windowsOf(presence.port.hello) : null
			return blocked === null ? [] : [{ editorKey, folder, blocked }]
		})
	}

	/** Takes the outside view of an editor that cannot speak for itself. False: it can, or has no seat now; then it is ignored. */
	reportOutside(editorKey: string, outside: Outside | null, pid: number | null): boolean {
		const entry = this.#entries.get(editorKey)
		if (!entry || (entry.presence.kind === 'connected' && entry.seat.phase !== 'modal'))
			return false
		const { presence, seat } = entry
		const news = outside ?? undefined
		const blocks = presence.kind === 'away' && waitsForFix(news)
		// The process that left has the package loaded, whatever has not compiled since: it reconnects.
		const returns = blocks && (pid === null || pid === seat.process?.pid)
		if (presence.kind === 'away') presence.withheld = returns ? news : undefined
		entry.seat = { ...seat, outside: returns ? undefined : news }
		// After a crash, its calls wait for the next process until the grace ends; one in Safe Mode loads no package.
		if (presence.kind === 'away' && blocks && !returns) {
			presence.cancelGrace()
			this.#becomeGone(entry)
		} else this.#ports.listener.phaseChanged(entry.seat)
		return true
	}

	/** Commands of the agent that run in the background in this folder; ignored for one without a seat. */
	reportCommands(editorKey: string, running: number): void {
		const entry = this.#entries.get(editorKey)
		if (!entry) return
		entry.seat = { ...entry.seat, backgroundCommands: running || undefined }
		this.#ports.listener.updated(entry.seat)
	}

	reportChange(port: EditorPort, scopes: readonly ChangeScope[]): void {
		this.#entryOf(port)?.changes.add(scopes)
	}

	#notices(editorKey: string): ChangeNotices {
		const { clock, timing, listener } = this.#ports
		return new ChangeNotices(clock, timing.changeIntervalMs, (scopes) =>
			listener.changed(editorKey, scopes),
		)
	}

	/** The socket closed. Does nothing when the seat was taken over before. */
	detach(port: EditorPort, closeCode: number): void {
		const entry = this.#entryOf(port)
		if (!entry) return
		const departure = readSocketClose(entry.seat.phase, closeCode, this.#ports.timing)
		switch (departure.kind) {
			case 'gone':
				entry.presence = { kind: 'gone' }
				this.#ports.listener.detached(entry.seat, port)
				this.#becomeGone(entry)
				return
			case 'away':
				this.#leave(entry, departure.graceMs, departure.detail)
				this.#ports.listener.detached(entry.seat, port)
				this.#ports.listener.phaseChanged(entry.seat)
				return
			default:
				departure satisfies never
		}
	}

	/**
	 * Ends all timers, and stops following calls. Stored data stays, so that
	 * the next start expects the editors back.
	 */
	close(): void {
		for (const entry of this.#entries.values())
			if (entry.presence.kind === 'away') entry.presence.cancelGrace()
		this.#entries.clear()
	}

	#ensure(folder: string): Entry {
		const editorKey = editorKeyOf(this.#ports.relayId, folder)
		const known = this.#entries.get(editorKey)
		if (known) return known
		const seat: EditorSeat = {
			editorKey,
			name: (basename(folder) || folder).slice(0, 200),
			projectPath: folder,
			folderKind: folderKindOnDisk(folder) ?? 'unity',
			phase: 'gone',
			phaseSince: this.#ports.clock.now(),
		}
		const entry: Entry = {
			seat,
			presence: { kind: 'gone' },
			linked: false,
			holds: 0,
			changes: this.#notices(editorKey),
			openFiles: [],
		}
		this.#entries.set(editorKey, entry)
		return entry
	}

	/** A folder may have become a Unity project since it was looked at, or may no longer be one. */
	#lookAgain(entry: Entry): void {
		if (entry.presence.kind !== 'gone') return
		const folderKind = folderKindOnDisk(entry.seat.projectPath)
		if (folderKind === null || folderKind === entry.seat.folderKind) return
		entry.seat = { ...entry.seat, folderKind }
		this.#ports.listener.updated(entry.seat)
	}

	#entryOf(port: EditorPort): Entry | undefined {
		for (const entry of this.#entries.values()) if (isConnectedBy(entry, port)) return entry
		return undefined
	}

	#leave(entry: Entry, graceMs: number, detail: string | undefined): void {
		const cancelGrace = afterAwake(this.#ports.clock, graceMs, () => this.#becomeGone(entry))
		entry.presence = { kind: 'away', cancelGrace, withheld: undefined }
		const since = entry.seat.phase === 'reloading' ? entry.seat.phaseSince : undefined
		entry.seat = {
			...entry.seat,
			phase: 'reloading',
			phaseSince: since ?? this.#ports.clock.now(),
			phaseDetail: detail,
		}
		this.#save(entry)
	}

	#becomeGone(entry: Entry): void {
		if (entry.presence.kind === 'away' && entry.presence.withheld)
			entry.seat = { ...entry.seat, outside: entry.presence.withheld }
		entry.presence = { kind: 'gone' }
		entry.openFiles = []
		this.#setPhase(entry, 'gone')
		this.#save(entry)
		this.#dropIfUnneeded(entry)
	}

	#setPhase(entry: Entry, phase: Phase, detail?: string): void {
		const { seat } = entry
		if (seat.phase === phase && seat.phaseDetail === detail) return
		entry.seat = {
			...seat,
			phase,
			phaseSince: seat.phase === phase ? seat.phaseSince : this.#ports.clock.now(),
			phaseDetail: detail,
			outside: phase === 'gone' || seat.phase === phase ? seat.outside : undefined,
		}
		this.#ports.listener.phaseChanged(entry.seat)
	}

	#dropIfUnneeded(entry: Entry): void {
		const { editorKey } = entry.seat
		if (isWanted(entry) || entry.presence.kind !== 'gone') return
		if (this.#entries.get(editorKey) !== entry) return
		this.#entries.delete(editorKey)
		this.#ports.store.remove(editorKey)
		this.#ports.listener.dropped(editorKey)
	}

	#save(entry: Entry): void {
		this.#ports.store.save({ seat: entry.seat, expected: entry.presence.kind !== 'gone' })
	}
}

const isWanted = ({ linked, holds }: Entry): boolean => linked || holds > 0

const isConnectedBy = (entry: Entry, port: EditorPort): boolean =>
	entry.presence.kind === 'connected' && entry.presence.port === port
