/** Searches in a thread of its own, which bounds the time: ending the thread ends any expression. */
import { Worker } from 'node:worker_threads'
import type { FoundLine, FoundLines, SearchBounds } from './found-lines.ts'
import type { Pattern } from './pattern.ts'
import type { SearchJob, SearchNews } from './search-worker.ts'
import type { SearchableFile } from './searchable-files.ts'

/** Next to this file: as source under Node, and as a separate entry in the bundle. */
const WORKER = new URL(
	import.meta.url.endsWith('.ts') ? './search-worker.ts' : './search-worker.mjs',
	import.meta.url,
)

/** Ends early when `signal` is aborted, with the matches found until then. */
export function searchInThread(
	files: readonly SearchableFile[],
	pattern: Pattern,
	bounds: SearchBounds,
	signal: AbortSignal,
): Promise<FoundLines> {
	const job: SearchJob = {
		source: pattern.source,
		flags: pattern.flags,
		files: files.map((file) => file.real),
		...bounds,
	}
	const lines: FoundLine[] = []
	let looksAt: SearchableFile | undefined
	return new Promise((resolve, reject) => {
		const worker = new Worker(WORKER, { workerData: job })
		const end = (found: FoundLines): void => {
			signal.removeEventListener('abort', abort)
			void worker.terminate()
			resolve(found)
		}
		const abort = (): void => {
			const where = looksAt ? ` in ${looksAt.path}` : ''
			end({ lines, stopped: `The search took too long and was stopped${where}.` })
		}
		worker.on('message', (news: SearchNews) => {
			switch (news.kind) {
				case 'began':
					looksAt = files[news.file]
					return
				case 'found': {
					const file = files[news.file]
					if (file) for (const [line, column] of news.at) lines.push({ file, line, column })
					return
				}
				case 'done':
					return end(
						news.full
							? { lines, stopped: `Only the first ${bounds.max} were counted.` }
							: { lines },
					)
				default:
					news satisfies never
			}
		})
		worker.on('error', reject)
		if (signal.aborted) abort()
		else signal.addEventListener('abort', abort)
	})
}
