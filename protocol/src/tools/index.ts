export { SUB_AGENT } from './agent/delegate.ts'
export { MAX_DIFF_TEXT, MAX_STATUS_ENTRIES } from './agent/git.ts'
export { missingRemote, neededRemote } from './agent/git-remotes.ts'
export { LOADED_SKILL } from './agent/load-skill.ts'
export {
	MAX_CHANGED,
	MAX_OUTPUT_BYTES,
	OUTPUT_HEAD,
	OUTPUT_PAGE,
	OUTPUT_TAIL,
} from './agent/run-command.ts'
export { MAX_FOUND_PAGES, MAX_SEARCHES_PER_RUN } from './agent/web-search.ts'
export { MAX_PERMISSION_CHARS, MAX_PERMISSION_PATH } from './agent-permission.ts'
export { MAX_LISTED, TRACED_STEPS } from './corewar/engine.ts'
export * from './custom-tools.ts'
export * from './define-tool.ts'
export * from './effects.ts'
export { FilePreviewItem, FileResultItem } from './files/file-history.ts'
export { MAX_FILE_BYTES } from './files/files.ts'
export { OWN_FILES, OWN_FOLDER } from './files/own-files.ts'
export { runsCodeLater } from './files/runs-code-later.ts'
export { MAX_COUNTED_MATCHES, MAX_SHOWN_LINE } from './files/search-files.ts'
export { holdsSecrets, isLog } from './files/secret-files.ts'
export {
	closedAsOwn,
	closedPlace,
	leadsElsewhere,
	missingPlace,
	neededPlace,
	placesOf,
	refusedPlace,
} from './files/written-path.ts'
export * from './likeness.ts'
export { unknownTool } from './mistakes/unknown-tool.ts'
export * from './model-schema.ts'
export { isOwnCall } from './own-calls.ts'
export * from './permissions.ts'
export * from './registry.ts'
export * from './result-text.ts'
export { agentOffer, catalogue, findTools, type WantedTools } from './tool-search.ts'
export {
	MAX_REFERRING_FILES,
	MAX_SHOWN_LEFT,
	MAX_SHOWN_OBJECTS,
} from './unity/assets/unity-asset-references.ts'
export {
	allMadeToRun,
	madeToRun,
	raisedReason,
	readsSecrets,
	unboundCode,
} from './unity/editor/execute-reason.ts'
export { undoName } from './unity/history/undo-name.ts'
export { HistoryState, RecordState } from './unity/history/unity-history.ts'
export { MAX_REGIONS } from './unity/play/unity-capture.ts'
export { MAX_PROBLEMS } from './unity/play/unity-play.ts'
export type { PlaytestStep } from './unity/play/unity-playtest.ts'
export { MAX_SAMPLED_SECONDS } from './unity/play/unity-sample.ts'
export { mayBeFolder } from './unity/scene/deletions.ts'
export { objectInLine } from './unity/scene/hierarchy-lines.ts'
export { BATCH_ASSET_ACTIONS, BATCH_TOOLS } from './unity/scene/unity-batch.ts'
export { MAX_KEPT_OBJECTS } from './unity/scene/unity-compare.ts'
export { MAX_MATCHES, MAX_SHOWN_MATCHES } from './unity/scene/unity-component.ts'
export { PrimitiveType, UiType } from './unity/scene/unity-hierarchy.ts'
export * from './values.ts'
