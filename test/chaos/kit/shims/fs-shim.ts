/** The file system for the relay's image store: on a full disk nothing more can be written. */
import { writeSync as write } from 'node:fs'
import { underWay } from '../current.ts'

export { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'

export function writeSync(file: number, bytes: Uint8Array, at: number): number {
	if (underWay()?.diskIsFull())
		throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
	return write(file, bytes, at)
}
