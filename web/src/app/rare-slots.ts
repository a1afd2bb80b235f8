/** Loads the slots that few conversations fill, each from a chunk of its own. The names of these chunks weigh on no other conversation. */
const loadCommands = () => import('../features/commands/views.ts')

export const clientNote = () =>
	import('../features/agents/client/client-note.tsx').then((m) => m.ClientNote)
export const subAgent = () => import('../features/sub-agents/sub-agent.tsx').then((m) => m.SubAgent)
export const editorWait = () =>
	import('../features/unity/dialog-answer.tsx').then((m) => m.EditorWait)
export const saveChanges = () =>
	import('../features/unity/viewport/save-scene.tsx').then((m) => m.SaveScene)
export const liveOutput = () => loadCommands().then((m) => m.LiveOutput)
export const backgroundCommands = () => loadCommands().then((m) => m.BackgroundCommands)
