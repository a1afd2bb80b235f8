/**
 * A room for the tests of the Unity package: links a project folder to itself, then sends every
 * call it reads from stdin, one JSON object a line, and prints each outcome as it comes.
 * Usage: node room.ts <home of the relay> <project folder>
 */
import { realpathSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { addLink } from '../../../../relay-cli/src/home/links.ts'
import { FakeRoom } from '../../../../relay-cli/test/fakes/fake-room.ts'
import { makeCall } from '../../../../relay-cli/test/kit/support.ts'

const [home, project] = process.argv.slice(2)
if (home === undefined || project === undefined) throw new Error('Usage: room.ts <home> <project>')

const room = await FakeRoom.start()
await addLink(realpathSync(project), room.link, home)
const print = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`)
print({ ready: true })

for await (const line of createInterface({ input: process.stdin })) {
	const { callId, method, params } = JSON.parse(line)
	const hello = await room.hello()
	const editorKey = hello.editors[0]?.editorKey ?? ''
	void room.call(editorKey, makeCall(callId, method, params, 60_000)).then(
		(outcome) => print({ callId, outcome }),
		(error) => print({ callId, problem: String(error) }),
	)
}
await room.stop()
