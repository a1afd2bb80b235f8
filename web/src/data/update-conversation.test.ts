import type { Conversation } from '@fairlead/protocol/conversations/conversation'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { conversationQuery } from './api/queries.ts'
import { useUpdateConversation } from './conversations/conversations.ts'

afterEach(() => vi.unstubAllGlobals())

const before: Conversation = {
	id: 'cnv_0000000001',
	projectId: 'prj_0000000001',
	title: 'New',
	titleSource: 'default',
	mode: 'auto',
	model: null,
	createdAt: 1,
	updatedAt: 1,
	lastRun: null,
}

test('a read that began before the mode was changed does not bring the old mode back', async () => {
	const client = new QueryClient()
	const query = conversationQuery(before.id)
	const { queryKey } = query
	client.setQueryData(queryKey, before)
	const reads = Promise.withResolvers<void>()
	vi.stubGlobal('fetch', async (_: unknown, init?: RequestInit) => {
		if (init?.method === 'PATCH') return Response.json({ ...before, mode: 'ask' })
		await reads.promise
		return Response.json(before)
	})
	let update: ReturnType<typeof useUpdateConversation> | undefined
	const Page = () => {
		update = useUpdateConversation(before)
		return null
	}
	renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Page)))
	const read = client.fetchQuery({ ...query, retry: false }).catch(() => undefined)
	await update?.mutateAsync({ mode: 'ask' })
	reads.resolve()
	await read
	expect(client.getQueryData(queryKey)).toMatchObject({ mode: 'ask' })
})
