#nullable enable
using System;
using System.Collections.Generic;
using Fairlead.Core;
using Fairlead.Editor.Calls;
using Fairlead.Editor.Scenes;
using Newtonsoft.Json.Linq;
using UnityEditor;

namespace Fairlead.Editor.Compilation
{
    /// <summary>
    /// <c>unity_refresh</c>: imports and compiles. A failed compile is answered when it ends, since no
    /// reload follows; a success after the reload, by the domain that has the new types.
    /// </summary>
    internal sealed class RefreshTool : AgentTool
    {
        /// <summary>Unity begins a compile that a refresh asked for with one of the next updates.</summary>
        private const int UpdatesUntilCompile = 3;

        /// <summary>A compile that succeeded is followed by a reload; where none comes by then, nothing had changed after all.</summary>
        private const double ReloadWaitSeconds = 10;

        private const string CountKey = "Fairlead.Refresh.CompileCount";

        private readonly EditorCore core;

        internal RefreshTool(EditorCore core)
            : base("unity_refresh")
        {
            this.core = core;
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => true;

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var (watched, limit) = Read(call);
            if (EditorApplication.isPlayingOrWillChangePlaymode)
                throw new ToolFault(
                    CallErrorCode.InPlayMode,
                    "Scripts are not compiled while playing.",
                    "Leave play mode with unity_play exit, then refresh again.");
            var before = CompileReport.Last().Count;
            SessionState.SetInt(CountKey, before);
            core.Phases.SetImporting(true);
            try
            {
                AssetDatabase.Refresh();
            }
            finally
            {
                core.Phases.SetImporting(EditorApplication.isUpdating);
            }
            var updates = 0;
            var told = false;
            double? succeededAt = null;
            return DeferredCall.Until(call, () =>
            {
                updates++;
                if (EditorApplication.isCompiling || EditorApplication.isUpdating)
                {
                    if (!told && EditorApplication.isCompiling) call.Progress("Compiling scripts");
                    told = told || EditorApplication.isCompiling;
                    return null;
                }
                if (updates < UpdatesUntilCompile) return null;
                var last = CompileReport.Last();
                if (last.Count > before && !last.HasErrors)
                {
                    succeededAt ??= EditorApplication.timeSinceStartup;
                    if (EditorApplication.timeSinceStartup - succeededAt < ReloadWaitSeconds) return null;
                }
                return Answer(before, watched, limit);
            });
        }

        /// <inheritdoc/>
        public override ToolReply? Resume(ToolCall call)
        {
            var (watched, limit) = Read(call);
            var before = SessionState.GetInt(CountKey, 0);
            return DeferredCall.Until(
                call,
                () => EditorApplication.isCompiling || EditorApplication.isUpdating ? null : Answer(before, watched, limit));
        }

        private static (IReadOnlyList<string> Watched, int TypeLimit) Read(ToolCall call)
        {
            var arguments = new ToolArguments(call);
            var watched = arguments.OptionalTexts("watched_scripts", 50, 0, 200) ?? Array.Empty<string>();
            var limit = arguments.Integer("type_limit", 0, 200, 20);
            arguments.End();
            return (watched, limit);
        }

        private static CallOutcome Answer(int before, IReadOnlyList<string> watched, int limit)
        {
            var last = CompileReport.Last();
            var answer = new JObject
            {
                ["recompiled"] = last.Count > before,
                ["hasErrors"] = last.HasErrors,
                ["errors"] = last.Errors,
                ["warnings"] = last.Warnings,
                ["availableTypes"] = last.HasErrors ? new JArray() : UserTypes.NewComponents(limit),
                ["watchedScripts"] = UserTypes.Watched(watched),
            };
            var changed = SceneFiles.Changed();
            if (changed.Count > 0) answer["scenesChangedOnDisk"] = new JArray(changed);
            return CallOutcome.Ok(answer);
        }
    }
}
