/** The sound when an agent begins to wait for somebody, once in a browser. */
import { readStored, writeStored } from '../../../ui/layout.ts'

/** The newest changes that the browser chimed for, a line each, so that two tabs make one sound. */
const CHIMED = 'fairlead.agents.chimed'
/** A tab may be behind another one by as many. */
const MAX_KEPT = 50

/** Two soft notes. */
const NOTES = [
	{ hertz: 659.25, at: 0 },
	{ hertz: 880, at: 0.14 },
] as const
const NOTE_SECONDS = 0.45
const LOUDNESS = 0.08

let context: AudioContext | null = null

/** Nothing is heard before the person has used the page: browsers forbid it. */
export function play(): void {
	context ??= new AudioContext()
	void context.resume()
	for (const { hertz, at } of NOTES) {
		const start = context.currentTime + at
		const note = new OscillatorNode(context, { frequency: hertz })
		const loudness = new GainNode(context, { gain: 0 })
		loudness.gain.setValueAtTime(0, start)
		loudness.gain.linearRampToValueAtTime(LOUDNESS, start + 0.01)
		loudness.gain.exponentialRampToValueAtTime(0.0001, start + NOTE_SECONDS)
		note.connect(loudness).connect(context.destination)
		note.start(start)
		note.stop(start + NOTE_SECONDS)
	}
}

/** @param which change: tabs that hear of the same one make one sound */
export function chimeOnce(which: string): void {
	const sound = () => {
		const chimed = readStored(CHIMED)?.split('\n') ?? []
		if (chimed.includes(which)) return
		writeStored(CHIMED, [...chimed, which].slice(-MAX_KEPT).join('\n'))
		play()
	}
	// Absent outside of a secure context.
	if (navigator.locks) void navigator.locks.request(CHIMED, sound)
	else sound()
}
