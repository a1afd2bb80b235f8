/**
 * A mock `claude` that is told what to do by lines of JSON on stdin, and prints a line for each that it has done. Start it with
 * `argv0: 'claude'`, so that it is found as such a process.
 */
import { createInterface } from 'node:readline'
import { begin, currentSession, type MockStep, step } from './mock-session.ts'

const say = (done: object): void => {
	process.stdout.write(`${JSON.stringify({ ...done, sessionId: currentSession() })}\n`)
}

await begin()
say({})
for await (const line of createInterface(process.stdin)) {
	await step(JSON.parse(line) as MockStep)
	say({ did: true })
}
