/**
 * Starts a run in a new conversation, names its tool calls and waits as they come, and prints its answer.
 *
 *   FAIRLEAD_PROJECT=http://localhost:8787/p/prj_… FAIRLEAD_TOKEN=flt_… \
 *     npx node examples/client-script/ask.ts 'make a red cube above the floor and let it fall'
 *
 * FAIRLEAD_PROJECT is the address of the project's page. The token is an API token of the settings, with the scopes
 * conversations:read, conversations:write and runs:start.
 */
import { createFairlead, done } from '@fairlead/client'

const { FAIRLEAD_PROJECT: page = '', FAIRLEAD_TOKEN: token } = process.env
const [task] = process.argv.slice(2)
const projectId = /\/p\/([^/?#]+)/.exec(page)?.[1]
if (!projectId || !token || !task) {
	console.error('Set FAIRLEAD_PROJECT and FAIRLEAD_TOKEN, and give the task as one argument.')
	process.exit(2)
}

const { origin } = new URL(page)
const { api, say } = createFairlead({ origin, token })
const conversation = await done(
	api.POST('/api/projects/{projectId}/conversations', {
		params: { path: { projectId } },
		body: { mode: 'auto' },
	}),
)
console.error(`${origin}/p/${projectId}/c/${conversation.id}`)

let end: unknown
for await (const chunk of say(conversation.id, task)) {
	if (chunk.type === 'text-delta') process.stdout.write(String(chunk['delta']))
	if (chunk.type === 'text-end') process.stdout.write('\n')
	if (chunk.type === 'tool-input-available') console.error(`· ${chunk['toolName']}`)
	if (chunk.type === 'data-wait') {
		const { reason, endedAt } = chunk['data'] as { reason: string; endedAt?: number }
		if (endedAt === undefined) console.error(`  waits: ${reason}`)
	}
	if (chunk.type === 'finish') end = chunk['finishReason']
}
// 'tool-calls': an approval waits. Anything else but 'stop': it failed, was stopped, or still waits.
if (end !== 'stop') {
	console.error(`The run has not completed (${end}). Open its conversation at the address above.`)
	process.exitCode = 1
}
