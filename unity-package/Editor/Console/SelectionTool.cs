#nullable enable
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Fairlead.Editor.Console
{
    /// <summary><c>unity_editor</c>: what the user looks at.</summary>
    internal sealed class SelectionTool : AgentTool
    {
        private const int MaxObjects = 100;
        private const int MaxReferenceLength = 1000;

        private readonly ConsoleHistory console;

        internal SelectionTool(ConsoleHistory console)
            : base("unity_editor")
        {
            this.console = console;
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => (string?)(arguments["action"] as JValue) == "select";

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var arguments = new ToolArguments(call);
            if (arguments.Action("select", "clear_console") == "select") return Select(arguments);
            arguments.End();
            UnityConsole.Clear();
            console.Clear();
            return ToolReply.Ok(new JObject { ["cleared"] = true });
        }

        private static ToolReply Select(ToolArguments arguments)
        {
            var references = arguments.OptionalTexts("objects", MaxObjects, 1, MaxReferenceLength);
            var frame = arguments.Flag("frame", true);
            arguments.End();
            if (references == null)
                throw new ToolFault(CallErrorCode.InvalidArguments, "unity_editor select needs objects.", "Give [] to select nothing.");
            var objects = new List<GameObject>();
            foreach (var reference in references)
            {
                var found = ObjectFinder.Need(reference);
                if (!objects.Contains(found)) objects.Add(found);
            }
            Selection.objects = objects.ToArray<Object>();
            var view = SceneView.lastActiveSceneView;
            return ToolReply.Ok(new JObject
            {
                ["objects"] = new JArray(objects.Select(Told)),
                ["framed"] = frame && objects.Count > 0 && view != null && view.FrameSelected(),
            });
        }

        private static JObject Told(GameObject obj) =>
            new JObject { ["instanceId"] = ObjectIds.Of(obj), ["path"] = ScenePaths.Of(obj) };
    }
}
