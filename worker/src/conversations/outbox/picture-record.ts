/** Copies the pictures of finished messages to where they are read without this object. A copy that fails costs only that. */
import type { Env } from '../../env.ts'
import { pictureIdsIn } from '../../pictures/picture-ids.ts'
import { recordPicture } from '../../pictures/recorded-pictures.ts'
import type { StoredBlob } from '../../ports/conversation.ts'

/** The most bytes of copies: as many as the object itself keeps. */
const MAX_BYTES = 1024 * 1024 * 1024
/** Setting: the bytes of all copies. */
const RECORDED = 'recorded_picture_bytes'
/** The most open requests of one object. */
const AT_ONCE = 4

export interface PictureSource {
	blob(id: string): StoredBlob | null
	setting(name: string): string | null
	setSetting(name: string, value: string): void
}

export class PictureRecord {
	readonly #bucket: Env['PICTURES']
	readonly #source: () => PictureSource
	readonly #log: (event: string, error: unknown) => void
	#copying: Promise<unknown> = Promise.resolve()

	constructor(
		bucket: Env['PICTURES'],
		source: () => PictureSource,
		log: (event: string, error: unknown) => void,
	) {
		this.#bucket = bucket
		this.#source = source
		this.#log = log
	}

	/** `messages`: in JSON. Never rejects. */
	async add(conversationId: string, messages: readonly string[]): Promise<void> {
		if (!this.#bucket) return
		const ids = [...new Set(messages.flatMap((ui) => pictureIdsIn(ui, conversationId)))]
		for (let at = 0; at < ids.length; at += AT_ONCE) {
			const copies = ids.slice(at, at + AT_ONCE).map((id) => this.#copy(conversationId, id))
			this.#copying = Promise.all(copies)
			await this.#copying
		}
	}

	/** Resolves when no copy is under way. */
	async settled(): Promise<void> {
		await this.#copying
	}

	async #copy(conversationId: string, id: string): Promise<void> {
		const source = this.#source()
		const picture = source.blob(id)
		const total = Number(source.setting(RECORDED) ?? '0') + (picture?.bytes.byteLength ?? 0)
		if (!picture || total > MAX_BYTES) return
		source.setSetting(RECORDED, String(total))
		try {
			await recordPicture(this.#bucket, conversationId, id, picture)
		} catch (error) {
			this.#log('picture_not_recorded', error)
		}
	}
}
