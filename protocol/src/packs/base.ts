/** Every project, with or without a folder: finding tools, remembering, skills, sub-agents, web search. */
import { delegate } from '../tools/agent/delegate.ts'
import { findTools } from '../tools/agent/find-tools.ts'
import { loadSkill } from '../tools/agent/load-skill.ts'
import { recall } from '../tools/agent/recall.ts'
import { webSearch } from '../tools/agent/web-search.ts'
import type { Pack } from './pack.ts'

export const BASE = {
	title: 'The agent',
	tools: {
		load_skill: loadSkill,
		delegate,
		find_tools: findTools,
		recall,
		web_search: webSearch,
	},
} as const satisfies Pack
