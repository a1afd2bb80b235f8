/** The newest picture of a project's answers, in the list of projects. */
import { env } from 'cloudflare:workers'
import { ProjectList } from '@fairlead/protocol/projects/project'
import { expect, test } from 'vitest'
import { type Client, roomWith } from '../../../test/double/harness.ts'
import { database } from '../../db/client.ts'
import { PictureRecord } from './picture-record.ts'
import { TranscriptRecord, type TranscriptSource } from './transcript-record.ts'

type Row = ReturnType<TranscriptSource['transcriptFrom']>[number]

const pathOf = (id: string, picture: string) => `/api/conversations/${id}/blobs/${picture}`

function message(id: string, seq: number, role: Row['role'], pictures: readonly string[]): Row {
	const parts = pictures.map((picture) => ({ type: 'file', url: pathOf(id, picture) }))
	const ui = JSON.stringify({ id: `m${seq}`, role, parts })
	return { id: `m${seq}`, seq, role, ui, model: '{}', runId: 'run_1', createdAt: seq }
}

async function record(id: string, ...rows: readonly Row[]): Promise<void> {
	const source: TranscriptSource = {
		transcriptFrom: (after) => rows.filter(({ seq }) => seq > after),
		messageToRecord: () => null,
	}
	const pictures = new PictureRecord(
		undefined,
		() => expect.unreachable(),
		() => undefined,
	)
	const same = <T>(one: T): T => one
	await new TranscriptRecord(
		database(env.DB),
		() => id,
		() => source,
		pictures,
		same,
	).complete()
}

async function conversation(client: Client, projectId: string): Promise<string> {
	const made = await client.call('POST', `/api/projects/${projectId}/conversations`, {})
	return ((await made.json()) as { id: string }).id
}

test('the list of projects has the picture that an answer showed last, while its conversation is listed', async () => {
	const { client, projectId } = await roomWith([])
	const shown = async () => {
		const { projects } = ProjectList.parse(await (await client.call('GET', '/api/projects')).json())
		return projects.find(({ id }) => id === projectId)?.picture
	}
	const first = await conversation(client, projectId)
	await record(first, message(first, 1, 'user', ['blb_0']))
	expect(await shown()).toBeUndefined()
	await record(
		first,
		message(first, 2, 'assistant', ['blb_1', 'blb_2']),
		message(first, 3, 'user', ['blb_3']),
		message(first, 4, 'assistant', []),
	)
	expect(await shown()).toBe(pathOf(first, 'blb_2'))
	const second = await conversation(client, projectId)
	expect(await shown()).toBe(pathOf(first, 'blb_2'))
	await record(second, message(second, 1, 'assistant', ['blb_4']))
	expect(await shown()).toBe(pathOf(second, 'blb_4'))
	await client.call('DELETE', `/api/conversations/${second}`)
	expect(await shown()).toBe(pathOf(first, 'blb_2'))
})
