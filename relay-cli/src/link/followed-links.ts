/** Keeps the relay's seats and rooms to what links.json and logins.json say, also while they change. */

import type { SeatRegistry } from '../editors/seat-registry.ts'
import { watchHome } from '../home/home-watch.ts'
import { LINK_FILES, type Links, LinksFileError, readLinks, roomKey } from '../home/links.ts'
import { type Login, readLogins } from '../home/logins.ts'
import { realFolder } from '../home/project-key.ts'
import type { Clock } from '../platform/clock.ts'
import { UserError } from '../platform/user-error.ts'
import type { LinkedFolder, RoomDirectory } from './room-directory.ts'

export interface FollowedLinksPorts {
	readonly home: string
	readonly clock: Clock
	readonly pollMs: number
	readonly seats: Pick<SeatRegistry, 'setLinked'>
	/** null if no room is dialed. */
	readonly rooms: Pick<RoomDirectory, 'follow'> | null
	/** A change of the files was followed. */
	changed(): void
	unreadable(message: string): void
}

export class FollowedLinks {
	readonly #ports: FollowedLinksPorts
	#stopWatching: () => void = () => undefined
	/** Names of rooms by seat. */
	#rooms: ReadonlyMap<string, string> = new Map()
	#closed = false

	constructor(ports: FollowedLinksPorts) {
		this.#ports = ports
	}

	/** Creates the seats of these folders, with the project of each. */
	async linkSeats(links: Links): Promise<LinkedFolder[]> {
		const entries = await Promise.all(
			Object.entries(links).map(async ([folder, link]) => ({
				folder: await realFolder(folder),
				link,
			})),
		)
		const keys = this.#ports.seats.setLinked(entries.map(({ folder }) => folder))
		const linked = entries.flatMap(({ link }, i) => {
			const editorKey = keys[i]
			return editorKey === undefined ? [] : [{ editorKey, link }]
		})
		this.#rooms = new Map(linked.map(({ editorKey, link }) => [editorKey, roomKey(link)]))
		return linked
	}

	/** The room of the project that a seat's folder is linked to, also if no room is dialed. */
	roomNameOf(editorKey: string): string | null {
		return this.#rooms.get(editorKey) ?? null
	}

	watch(): void {
		const { home, pollMs, clock } = this.#ports
		this.#stopWatching = watchHome(home, LINK_FILES, pollMs, clock, () => {
			void this.#follow().catch((error: unknown) => this.#ports.unreadable(String(error)))
		})
	}

	/** Dials the rooms of these folders, and those of the projects that this computer was paired with. */
	async dial(folders: readonly LinkedFolder[]): Promise<void> {
		const logins = await this.#logins()
		this.#ports.rooms?.follow(folders, logins)
	}

	close(): void {
		this.#closed = true
		this.#stopWatching()
	}

	async #follow(): Promise<void> {
		let links: Links
		try {
			links = await readLinks(this.#ports.home)
		} catch (error) {
			if (!(error instanceof LinksFileError)) throw error
			this.#ports.unreadable(error.message)
			return
		}
		if (this.#closed) return
		const folders = await this.linkSeats(links)
		const logins = await this.#logins()
		if (this.#closed) return
		this.#ports.rooms?.follow(folders, logins)
		this.#ports.changed()
	}

	/** A damaged file leaves the projects of links.json. */
	async #logins(): Promise<Login[]> {
		try {
			return await readLogins(this.#ports.home)
		} catch (error) {
			if (!(error instanceof UserError)) throw error
			this.#ports.unreadable(error.message)
			return []
		}
	}
}
