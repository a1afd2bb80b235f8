/** The whole product as a task sees it: its project is set up and looked at through the same conversations and reads as a user's. */
import { ApprovalPart } from '@fairlead/protocol/conversations/stream-parts'
import { RoomViewer } from '../../scripts/room-viewer.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { ChatClient, type Message, type Part, toolParts } from '../../test/e2e/chat-client.ts'
import type { ModelTask, Played, ToolUse } from '../../test/model-tasks/kit/model-task.ts'
import type { Hands } from '../../test/model-tasks/kit/start.ts'
import type { Read } from '../../test/model-tasks/kit/world.ts'

const READY_TIMEOUT_MS = 120_000
const SETUP_TIMEOUT_MS = 120_000
/** The model that sets projects up, whichever one is tried. */
export const SETUP_MODEL = 'claude-fairlead-setup'

/** approve: as a user in a hurry · deny: as one who says no to everything that asks. */
export type ApprovalPolicy = 'approve' | 'deny'

export interface Asked {
	readonly message: Message
	/** How often a person was asked. */
	readonly approvals: number
}

export class Product {
	readonly stack: Stack
	readonly #viewer: RoomViewer
	readonly #loadSetup: (played: Played) => void

	private constructor(stack: Stack, viewer: RoomViewer, loadSetup: (played: Played) => void) {
		this.stack = stack
		this.#viewer = viewer
		this.#loadSetup = loadSetup
	}

	/** @param loadSetup what {@link SETUP_MODEL} does next */
	static async join(stack: Stack, loadSetup: (played: Played) => void): Promise<Product> {
		const viewer = await RoomViewer.join(stack.origin, stack.projectId, stack.owner.cookie)
		await viewer.until(
			({ editors }) => editors.some(({ phase }) => phase === 'ready'),
			READY_TIMEOUT_MS,
		)
		return new Product(stack, viewer, loadSetup)
	}

	readonly read: Read = (tool, args) => this.#viewer.read(tool, args)

	get hands(): Hands {
		return {
			project: this.stack.projectFolder,
			read: this.read,
			perform: async (uses) => void (await this.#setUp(uses)),
			act: async (use) => (await this.#setUp([use])).at(-1)?.output?.result,
		}
	}

	/** The calls in a conversation of the setup model. @throws where one of them fails */
	async #setUp(uses: readonly ToolUse[]): Promise<readonly Part[]> {
		this.#loadSetup({ steps: [uses], says: 'Set up.' })
		const { message } = await this.ask(
			{ prompt: 'Set the project up.' },
			{ model: `anthropic/${SETUP_MODEL}`, policy: 'approve', timeoutMs: SETUP_TIMEOUT_MS },
		)
		const calls = toolParts(message)
		const failed = calls.find(({ state }) => state !== 'output-available')
		if (failed) throw new Error(`The project could not be set up: ${failed.errorText}`)
		return calls
	}

	/** A conversation of its own, to its end; approvals are answered by the policy. */
	async ask(
		{ prompt, mode = 'auto' }: Pick<ModelTask, 'prompt' | 'mode'>,
		options: { model?: string; policy: ApprovalPolicy; timeoutMs: number },
	): Promise<Asked> {
		const { model, policy, timeoutMs } = options
		const chat = await ChatClient.open(this.stack, { mode, ...(model ? { model } : {}) })
		const answered = new Set<string>()
		const answers: Promise<unknown>[] = []
		const posted = await chat.post(prompt)
		if (!posted.ok) throw new Error(`${posted.status} ${await posted.text()}`)
		try {
			const { message } = await chat.follow(posted, {
				timeoutMs,
				onFrame: (text) => {
					const approval = approvalIn(text)
					if (!approval || approval.answer || answered.has(approval.approvalId)) return
					answered.add(approval.approvalId)
					answers.push(chat.answer(approval.approvalId, policy === 'approve'))
				},
			})
			await Promise.all(answers)
			return { message, approvals: answered.size }
		} catch (error) {
			await chat.stop()
			throw error
		}
	}

	close(): void {
		this.#viewer.close()
	}
}

function approvalIn(text: string): ApprovalPart | null {
	const data = /^data: (.*"data-approval".*)$/m.exec(text)?.[1]
	if (data === undefined) return null
	const part: unknown = JSON.parse(data)
	return ApprovalPart.parse((part as { data: unknown }).data)
}
