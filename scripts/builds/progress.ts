/** Signs of life of a build that takes long: what it builds, and for how many seconds. */

/** Nobody waits longer without a word. */
const EVERY_SECONDS = 15

export interface Progress {
	/** Tells people which step begins now. */
	begin(text: string): void
	/** Tells them which part of it is worked on. */
	at(what: string): void
}

/** Runs the work and reports every few seconds that it is still going, from its first output to its end. */
export async function withProgress<T>(
	say: (text: string) => void,
	work: (progress: Progress) => Promise<T>,
): Promise<T> {
	let begun = ''
	let what = ''
	let seconds = 0
	let timer: NodeJS.Timeout | undefined
	const progress: Progress = {
		begin(text) {
			begun = text
			say(text)
			timer ??= setInterval(() => {
				seconds += EVERY_SECONDS
				say(`${begun}: ${seconds} s${what === '' ? '' : `, ${what}`}`)
			}, EVERY_SECONDS * 1_000)
		},
		at(now) {
			what = now
		},
	}
	try {
		return await work(progress)
	} finally {
		clearInterval(timer)
	}
}

/** The stage of `dotnet build`, by its newest line; null: the line says nothing of it. Pure. */
export function stageOf(line: string): string | null {
	if (/^\s*Determining projects to restore/.test(line)) return 'downloading packages'
	if (/^\s*Restored .+/.test(line)) return 'packages are there, compiling'
	const built = /^\s*([\w.-]+) -> .+\.(?:dll|exe)$/.exec(line.trimEnd())?.[1]
	return built === undefined ? null : `${built} is built`
}
