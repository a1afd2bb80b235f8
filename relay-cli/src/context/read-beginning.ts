import { openChecked } from '../files/checked-place.ts'
import { fileStats, textIn, withLf } from '../files/contents/text-file.ts'
import type { JailedPath } from '../files/jail.ts'

export interface Beginning {
	/** Without BOM, with LF. */
	readonly text: string
	/** The size of the whole file. */
	readonly bytes: number
	/** True if `text` is all of it. */
	readonly whole: boolean
}

/** The beginning of a text file of any size. @throws {FileError} for a folder, a device, or a binary file. */
export async function readBeginning(path: JailedPath, maxBytes: number): Promise<Beginning> {
	const { size } = await fileStats(path)
	const handle = await openChecked(path.real)
	try {
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(maxBytes, size)))
		const whole = size <= maxBytes
		const read = buffer.subarray(0, bytesRead)
		return { text: withLf(textIn(path, whole ? read : upToWhole(read)).text), bytes: size, whole }
	} finally {
		await handle.close()
	}
}

/** Without the last character of UTF-8, which may lack bytes. */
function upToWhole(bytes: Buffer): Buffer {
	let end = bytes.length
	while (end > 0 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--
	return bytes.subarray(0, Math.max(0, end - 1))
}
