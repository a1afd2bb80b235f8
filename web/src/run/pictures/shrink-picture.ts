/**
 * Pictures on their way into a message: what is taken as it is, what is made smaller first,
 * and what is refused, with a sentence. Pure but for the port that draws.
 */
import type { UserMessagePart } from '@fairlead/protocol/conversations/messages'
import { TAKEN } from './picture-types.ts'

type FilePart = Extract<UserMessagePart, { type: 'file' }>
export interface PicturePart extends Omit<FilePart, 'filename'> {
	filename?: string
}

/** The server's limit for one picture. */
export const MAX_PICTURE_BYTES = 1024 * 1024
/** Per message: 1.2 MiB are 1.6 MiB as text, and the server accepts 2 MiB including the words. */
export const MAX_MESSAGE_PICTURE_BYTES = 1.2 * 1024 * 1024
export const MAX_PICTURES = 6
/** With less room than this a picture would be too coarse to be of use. */
const MIN_ROOM_BYTES = 48 * 1024
/** Longest edge, in pixels, of the tries to make a picture fit; models see no more than the first. */
const EDGES_PX = [2000, 1568, 1200, 900, 640] as const
const MAX_FILENAME_CHARS = 200

export interface PicturePorts {
	/** Draws the picture with this longest edge at most; null when it cannot be read as a picture. */
	readonly shrink: (file: Blob, edgePx: number) => Promise<Blob | null>
	/** Whether the bytes are a picture at all. */
	readonly readable: (file: Blob) => Promise<boolean>
}

export type Fitted =
	| { readonly ok: true; readonly picture: PicturePart }
	/** A sentence for the person who added the file. */
	| { readonly ok: false; readonly reason: string }

const refuse = (reason: string): Fitted => ({ ok: false, reason })

const isTaken = (type: string): type is PicturePart['mediaType'] =>
	(TAKEN as readonly string[]).includes(type)

/** Size of the picture itself, from its `data:` URL. */
export const bytesOf = (picture: PicturePart): number =>
	Math.floor(((picture.url.length - picture.url.indexOf(',') - 1) * 3) / 4)

const nameOf = (file: { name?: string }): string => (file.name ? `“${file.name}”` : 'The picture')

/** Makes a part of a file, beside the pictures that the message has already. */
export async function shrinkPicture(
	file: Blob & { name?: string },
	present: readonly PicturePart[],
	ports: PicturePorts,
): Promise<Fitted> {
	const name = nameOf(file)
	if (!isTaken(file.type)) {
		return refuse(`${name} cannot be attached. Choose a PNG, JPEG, WebP or GIF picture.`)
	}
	if (present.length >= MAX_PICTURES) {
		return refuse(`${name} was not attached: a message can hold ${MAX_PICTURES} pictures.`)
	}
	const used = present.reduce((sum, picture) => sum + bytesOf(picture), 0)
	const room = Math.min(MAX_PICTURE_BYTES, MAX_MESSAGE_PICTURE_BYTES - used)
	if (file.size <= room) {
		if (file.size === 0 || !(await ports.readable(file))) return refuse(unreadable(name))
		return { ok: true, picture: await partOf(file, file.type, file.name) }
	}
	if (room < MIN_ROOM_BYTES) {
		return refuse(`${name} was not attached: the message is full. Send it in the next message.`)
	}
	for (const edge of EDGES_PX) {
		const smaller = await ports.shrink(file, edge)
		if (smaller === null) return refuse(unreadable(name))
		if (smaller.size <= room && isTaken(smaller.type)) {
			return { ok: true, picture: await partOf(smaller, smaller.type, file.name) }
		}
	}
	return refuse(
		`${name} is too large, even when scaled down. Attach a smaller picture, or send it on its own.`,
	)
}

const unreadable = (name: string): string =>
	`${name} cannot be read as a picture. The file may be damaged.`

async function partOf(
	blob: Blob,
	mediaType: PicturePart['mediaType'],
	filename: string | undefined,
): Promise<PicturePart> {
	const url = `data:${mediaType};base64,${base64(new Uint8Array(await blob.arrayBuffer()))}`
	return {
		type: 'file',
		mediaType,
		...(filename ? { filename: filename.slice(0, MAX_FILENAME_CHARS) } : {}),
		url,
	}
}

/** `String.fromCharCode` takes its bytes as arguments, of which engines take some 60,000. */
const BLOCK = 0x8000

function base64(bytes: Uint8Array): string {
	let binary = ''
	for (let at = 0; at < bytes.length; at += BLOCK) {
		binary += String.fromCharCode(...bytes.subarray(at, at + BLOCK))
	}
	return btoa(binary)
}
