/** Pieces of messages that both wires of this folder send. */
import type { ModelTool } from '@fairlead/protocol/tools'
import type { ModelPart } from '../../model/types.ts'

type Picture = Extract<ModelPart, { type: 'image' }>

const PICTURE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
export const TOOL_NAME_MAX = 64

/** The picture as an address, or the line of text that stands for it. */
export function pictureUrl(part: Picture): { readonly url: string } | { readonly text: string } {
	if (!part.base64) return { text: '(A picture that is no longer stored.)' }
	if (!PICTURE_TYPES.includes(part.mediaType)) {
		return { text: `(A picture of type ${part.mediaType}, not shown.)` }
	}
	return { url: `data:${part.mediaType};base64,${part.base64}` }
}

/** A tool's schema as these services take it. */
export function parametersOf(tool: ModelTool): Record<string, unknown> {
	const { $schema: _, ...schema } = tool.inputSchema as Record<string, unknown>
	return { ...schema, type: 'object' }
}
