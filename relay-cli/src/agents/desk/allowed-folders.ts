/** The linked folders whose sessions, and whose terminals, people of their project may see. */
import { normalisePath } from '../../home/project-key.ts'
import { pathBelow } from '../transcripts/claude-folder.ts'
import type { SessionPlace } from './followed-file.ts'

export interface LinkedFolder {
	readonly editorKey: string
	/** Its real path. */
	readonly folder: string
	/** The project that it is linked to. */
	readonly room: string
}

export interface AllowedPorts {
	linked(): readonly LinkedFolder[]
	/** Real paths of the folders that people on this computer have allowed. */
	allowed(): Promise<{ readonly agents: readonly string[]; readonly terminals: readonly string[] }>
}

export class AllowedFolders {
	readonly #ports: AllowedPorts
	#shown: readonly LinkedFolder[] = []
	#withTerminals: readonly LinkedFolder[] = []
	#stamp = ''

	constructor(ports: AllowedPorts) {
		this.#ports = ports
	}

	/** The folders whose sessions may be shown. */
	get shown(): readonly LinkedFolder[] {
		return this.#shown
	}

	/** Reads the settings and the links. True: something is another than before. */
	async follow(): Promise<boolean> {
		const { agents, terminals } = await this.#ports.allowed()
		const linked = this.#ports.linked()
		const among = (paths: readonly string[], folders: readonly LinkedFolder[]) => {
			const names = new Set(paths.map((path) => normalisePath(path)))
			return folders.filter(({ folder }) => names.has(normalisePath(folder)))
		}
		this.#shown = among(agents, linked)
		this.#withTerminals = among(terminals, this.#shown)
		const stamp = JSON.stringify([linked, this.#shown, this.#withTerminals])
		if (stamp === this.#stamp) return false
		this.#stamp = stamp
		return true
	}

	/** A permission for the people of one project does not hold for those of another, from the moment of its link. */
	isShown(editorKey: string): boolean {
		return this.#now(this.#shown, editorKey) !== null
	}

	withTerminals(editorKey: string): LinkedFolder | null {
		return this.#now(this.#withTerminals, editorKey)
	}

	/** The innermost linked folder has it, whether or not it may be shown: one below another may be another project's. */
	placeOf(real: string): SessionPlace {
		const around = this.#ports
			.linked()
			.flatMap(({ editorKey, folder }) => {
				const below = pathBelow(folder, real)
				return below === null ? [] : [{ editorKey, below }]
			})
			.sort((a, b) => a.below.length - b.below.length)
		const [innermost] = around
		if (!innermost || !this.isShown(innermost.editorKey)) return { kind: 'outside' }
		return { kind: 'inside', real, ...innermost }
	}

	#now(folders: readonly LinkedFolder[], editorKey: string): LinkedFolder | null {
		const allowed = folders.find((folder) => folder.editorKey === editorKey)
		const now = allowed && this.#ports.linked().find((folder) => folder.editorKey === editorKey)
		return allowed && now?.room === allowed.room ? allowed : null
	}
}
