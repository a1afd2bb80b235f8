/** A connected editor, as the rest of the relay sees it. */
import type { Call } from '@fairlead/protocol/wire/calls'
import type { CustomTool, EditorHello } from '@fairlead/protocol/wire/editor-link'

export interface EditorPort {
	readonly hello: EditorHello
	readonly customTools: readonly CustomTool[]
	/**
	 * Sends a call; resolves with the editor's answer, unchecked.
	 * Rejects with RpcRemoteError, or RpcClosedError when the socket closed first.
	 * @param received called with the size of the answer's frame, in bytes, where there is one
	 */
	call(call: Call, received?: (bytes: number) => void): Promise<unknown>
	cancel(callIds: string[]): void
	forget(callIds: string[]): void
	watch(watching: boolean): void
	close(code: number, reason: string): void
}
