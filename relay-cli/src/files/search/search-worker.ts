/**
 * Searches files with JavaScript's regular expressions, in a separate thread: an expression can
 * run practically forever, and only ending its thread stops it. Imports only what plain
 * Node can load.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { fileLines } from './file-lines.ts'

export interface SearchJob {
	readonly source: string
	readonly flags: string
	readonly files: readonly string[]
	readonly max: number
	readonly perFile: number
}

/** `began`: this file is being searched · `found`: line (from 0) and column (from 0) of its matches. */
export type SearchNews =
	| { readonly kind: 'began'; readonly file: number }
	| { readonly kind: 'found'; readonly file: number; readonly at: readonly [number, number][] }
	| { readonly kind: 'done'; readonly full: boolean }

function search(job: SearchJob, tell: (news: SearchNews) => void): void {
	const regex = new RegExp(job.source, job.flags)
	let left = job.max
	for (const [file, path] of job.files.entries()) {
		tell({ kind: 'began', file })
		const at: [number, number][] = []
		for (const [line, text] of (fileLines(path) ?? []).entries()) {
			const column = text.search(regex)
			if (column === -1) continue
			if (at.length === left) {
				tell({ kind: 'found', file, at })
				tell({ kind: 'done', full: true })
				return
			}
			at.push([line, column])
			if (at.length === job.perFile) break
		}
		left -= at.length
		if (at.length > 0) tell({ kind: 'found', file, at })
	}
	tell({ kind: 'done', full: false })
}

search(workerData as SearchJob, (news) => parentPort?.postMessage(news))
