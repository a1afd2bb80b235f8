/** The rooms of the linked projects: one socket each, however many folders link to it. */
import { CLOSE } from '@fairlead/protocol/wire/close-codes'
import { type ProjectLink, roomKey } from '../home/links.ts'
import type { RoomLink } from './room-link.ts'

interface Room {
	readonly name: string
	readonly config: ProjectLink
	readonly link: RoomLink
	/** Seats of the folders linked to this project. */
	editorKeys: string[]
}

/** One line of links.json, with the seat of its folder. */
export interface LinkedFolder {
	readonly editorKey: string
	readonly link: ProjectLink
}

export interface RoomDirectoryPorts {
	/** Makes a link that is not dialed yet. */
	open(name: string, config: ProjectLink): RoomLink
	/** A folder no longer belongs to this project. */
	unlinked(name: string, editorKey: string): void
}

export class RoomDirectory {
	readonly #rooms = new Map<string, Room>()
	readonly #ports: RoomDirectoryPorts

	constructor(ports: RoomDirectoryPorts) {
		this.#ports = ports
	}

	list(): readonly Room[] {
		return [...this.#rooms.values()]
	}

	get(name: string): Room | undefined {
		return this.#rooms.get(name)
	}

	ofSeat(editorKey: string): Room | undefined {
		return this.list().find((room) => room.editorKeys.includes(editorKey))
	}

	/**
	 * Dials new projects, disconnects those no longer linked, and tells the others
	 * which seats came and went. A link that had stopped is tried once more.
	 *
	 * @param paired projects that are dialed even without a linked folder, so that the page can link one.
	 */
	follow(folders: readonly LinkedFolder[], paired: readonly ProjectLink[] = []): void {
		const wanted = new Map<string, { config: ProjectLink; editorKeys: string[] }>()
		for (const config of paired) wanted.set(roomKey(config), { config, editorKeys: [] })
		for (const { editorKey, link } of folders) {
			const entry = wanted.get(roomKey(link))
			// With several tokens for one project the last one counts.
			wanted.set(roomKey(link), {
				config: link,
				editorKeys: [...(entry?.editorKeys ?? []), editorKey],
			})
		}
		for (const room of this.list()) {
			const next = wanted.get(room.name)
			for (const key of room.editorKeys)
				if (!next?.editorKeys.includes(key)) this.#ports.unlinked(room.name, key)
			const same = next?.config.token === room.config.token && room.link.state.kind !== 'stopped'
			if (same) continue
			room.link.close(
				CLOSE.restarting,
				next ? 'The link was replaced.' : 'The folder was unlinked.',
			)
			this.#rooms.delete(room.name)
		}
		for (const [name, { config, editorKeys }] of wanted) {
			const known = this.#rooms.get(name)
			if (known) {
				const before = known.editorKeys
				known.editorKeys = editorKeys
				for (const key of before) if (!editorKeys.includes(key)) known.link.seatRemoved(key)
				for (const key of editorKeys) if (!before.includes(key)) known.link.seatAdded(key)
			} else {
				const room = { name, config, link: this.#ports.open(name, config), editorKeys }
				this.#rooms.set(name, room)
				room.link.start()
			}
		}
	}

	close(): void {
		for (const room of this.#rooms.values()) room.link.close()
		this.#rooms.clear()
	}
}
