/** A socket to a program of this machine that is read until it has proved itself. Loads nothing but Node. */
import { connect, type NetConnectOpts, type Socket } from 'node:net'

/** An answer on this machine takes milliseconds, or never comes. */
const ANSWER_TIMEOUT_MS = 5_000
export const MAX_HEAD_BYTES = 16_384

export interface Reader {
	readonly socket: Socket
	/** The text before the mark; null if the other end closes, is silent, or sends too much first. */
	until(mark: string, maxBytes: number): Promise<string | null>
	release(): { socket: Socket; rest: Buffer }
	dropUnlessReleased(): void
}

export function openReader(address: NetConnectOpts): Promise<Reader | null> {
	return new Promise((resolve) => {
		const socket = connect(address)
		const fail = (): void => {
			socket.destroy()
			resolve(null)
		}
		socket.once('error', fail)
		socket.setTimeout(ANSWER_TIMEOUT_MS, fail)
		socket.once('connect', () => {
			socket.off('error', fail)
			resolve(readerOf(socket))
		})
	})
}

/** Reads a socket that is connected. */
export function readerOf(socket: Socket): Reader {
	let read: Buffer = Buffer.alloc(0)
	let released = false
	let wake: () => void = () => undefined
	let ended = false
	const take = (chunk: Buffer): void => {
		read = Buffer.concat([read, chunk])
		wake()
	}
	const end = (): void => {
		ended = true
		wake()
	}
	socket.on('error', () => socket.destroy())
	socket.on('data', take)
	socket.on('close', end)
	socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy())
	return {
		socket,
		async until(mark, maxBytes) {
			for (;;) {
				const at = read.indexOf(mark)
				if (at !== -1) {
					const text = read.subarray(0, at).toString('utf8')
					read = read.subarray(at + mark.length)
					return text
				}
				if (ended || read.length > maxBytes) return null
				await new Promise<void>((resolve) => {
					wake = resolve
				})
			}
		},
		release() {
			released = true
			socket.off('data', take)
			socket.off('close', end)
			socket.setTimeout(0)
			socket.pause()
			return { socket, rest: read }
		},
		dropUnlessReleased() {
			if (!released) socket.destroy()
		},
	}
}

/** The first line of an answer, and its headers by their name in lower case. */
export function headersOf(head: string): { status: string; headers: Map<string, string> } {
	const [status = '', ...lines] = head.split('\r\n')
	const headers = new Map(
		lines.map((line) => {
			const at = line.indexOf(':')
			return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
		}),
	)
	return { status, headers }
}
