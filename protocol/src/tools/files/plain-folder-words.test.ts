/** A model in a plain folder reads nothing of Unity in the tools that it has there. */
import { expect, it } from 'vitest'
import { worksIn } from '../../packs/index.ts'
import type { ToolSpec } from '../define-tool.ts'
import { isForModels, TOOLS } from '../index.ts'
import { modelTool } from '../model-schema.ts'

const IN_PLAIN_FOLDERS = Object.values<ToolSpec>(TOOLS).filter(
	(tool) => isForModels(tool) && worksIn(tool, 'plain'),
)

it.each(IN_PLAIN_FOLDERS.map((tool) => [tool.name, tool] as const))('%s', (_name, tool) => {
	const { description, inputSchema } = modelTool(tool)
	const words = [tool.inPlainFolder ?? description, JSON.stringify(inputSchema)].join('\n')
	expect(words).not.toMatch(/unity|prefab|\.meta\b|Assets\/|GUID/i)
})
