/** The names of a run's line in the protocol. Loads nothing: the app's page contains it. */

/** The key in `_meta` of a result that holds the steps of the line. Models do not read it. */
export const LINE_META_KEY = 'fairlead/line'

/** The tool that tells where a run is, at once: for the app only, clients do not show it to the model. */
export const RUN_LINE = 'run_line'
