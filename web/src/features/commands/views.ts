/** One chunk: what they share is most of both. */
export { BackgroundCommands } from './background-commands.tsx'
export { LiveOutput } from './live-output.tsx'
