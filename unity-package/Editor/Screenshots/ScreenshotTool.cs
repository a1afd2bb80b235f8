#nullable enable
using System;
using System.Collections.Generic;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Newtonsoft.Json.Linq;
using UnityEditor.SceneManagement;
using UnityEngine;

namespace Fairlead.Editor.Screenshots
{
    /// <summary><c>unity_screenshot</c>. The picture travels beside the result.</summary>
    internal sealed class ScreenshotTool : AgentTool
    {
        private const int MinSide = 64;
        private const int MaxSide = 1024;
        private const int DefaultWidth = 768;
        private const int DefaultHeight = 432;
        private const int MaxReferenceLength = 512;
        private const int MaxFramed = 20;

        /// <summary>Metres between the camera and the middle of what is framed.</summary>
        internal const double MinDistance = 0.1;

        /// <inheritdoc cref="MinDistance"/>
        internal const double MaxDistance = 100_000;

        internal ScreenshotTool()
            : base("unity_screenshot")
        {
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => true;

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var arguments = new ToolArguments(call);
            var action = arguments.Action("game", "scene", "camera");
            var width = arguments.Integer("width", MinSide, MaxSide, DefaultWidth);
            var height = arguments.Integer("height", MinSide, MaxSide, DefaultHeight);
            if (action == "scene")
            {
                var lookAt = arguments.OptionalText("look_at", 1, MaxReferenceLength);
                var framed = arguments.OptionalTexts("frame", MaxFramed, 1, MaxReferenceLength, 1);
                var direction = arguments.OptionalVector3("direction");
                var distance = arguments.OptionalNumber("distance", MinDistance, MaxDistance);
                arguments.End();
                var targets = Targets(lookAt, framed);
                var picture = SceneShot.Take(targets, ToVector(direction), width, height, distance);
                return Reply(action, picture, null, StageView.Of(targets));
            }
            var reference = action == "camera" ? arguments.Text("instance_id", 1, MaxReferenceLength) : null;
            arguments.End();
            var camera = reference == null ? Cameras.Main() : Cameras.Of(ObjectFinder.Need(reference));
            var stage = StageView.Of(new[] { camera.gameObject });
            var taken = stage == null
                ? PictureTaker.Take(camera, width, height) : StageView.Take(camera, stage, width, height);
            return Reply(action, taken, camera, stage);
        }

        private static IReadOnlyList<GameObject>? Targets(string? lookAt, IReadOnlyList<string>? framed)
        {
            if (lookAt == null && framed == null) return null;
            var targets = new List<GameObject>();
            if (lookAt != null) targets.Add(ObjectFinder.Need(lookAt));
            foreach (var reference in framed ?? Array.Empty<string>()) targets.Add(ObjectFinder.Need(reference));
            return targets;
        }

        private static ToolReply Reply(string view, Pixels picture, Camera? camera, PrefabStage? stage)
        {
            var result = new JObject
            {
                ["view"] = view,
                ["width"] = picture.Width,
                ["height"] = picture.Height,
                ["camera"] = camera == null ? JValue.CreateNull() : new JValue(ScenePaths.Of(camera.gameObject)),
            };
            if (stage != null) result["prefabStage"] = stage.assetPath;
            return ToolReply.Ok(result, picture.ToAttachment("screenshot"));
        }

        private static Vector3? ToVector(double[]? numbers) =>
            numbers == null ? (Vector3?)null : new Vector3((float)numbers[0], (float)numbers[1], (float)numbers[2]);
    }
}
