#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Calls;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;

namespace Fairlead.Editor.Screenshots
{
    /// <summary><c>unity_capture</c>: the game with its UI, framed objects, sheets, and what changed between two pictures.</summary>
    internal sealed class CaptureTool : AgentTool
    {
        private const int MinSide = 64;
        private const int MaxSide = 1024;
        private const int DefaultWidth = 512;
        private const int DefaultHeight = 288;
        private const int MaxObjects = 20;
        private const int MaxAngles = 6;
        private const int MaxReferenceLength = 1000;
        private const int MaxNameLength = 40;
        private const int MaxRegions = 20;

        /// <summary>A repaint that was asked for is done with one of the next updates.</summary>
        private const int UpdatesUntilPainted = 3;

        /// <summary>Room between a changed region and its mark, in pixels.</summary>
        private const int MarkMargin = 3;

        private static readonly string[] DefaultAngles = { "front", "right", "top", "three_quarter" };

        internal CaptureTool()
            : base("unity_capture")
        {
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => true;

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var arguments = new ToolArguments(call);
            switch (arguments.Action("game_view", "picture", "angles", "compare"))
            {
                case "game_view":
                    return GameView(call, arguments);
                case "picture":
                    return Picture(call, arguments);
                case "angles":
                    return Angles(arguments);
                default:
                    return Compare(arguments);
            }
        }

        /// <inheritdoc/>
        public override ToolReply? Resume(ToolCall call) => Run(call);

        private static ToolReply GameView(ToolCall call, ToolArguments arguments)
        {
            var region = arguments.OptionalFractions("region");
            var maxSide = arguments.Integer("max_side", MinSide, MaxSide, MaxSide);
            arguments.End();
            var view = GameViewShot.Need();
            view.Repaint();
            var updates = 0;
            return DeferredCall.Until(
                call,
                () =>
                {
                    if (++updates < UpdatesUntilPainted) return null;
                    var screen = GameViewShot.Take(view);
                    var pixels = screen.Crop(region).Fit(maxSide);
                    var result = Size(pixels);
                    result.AddFirst(new JProperty("source", "game_view"));
                    result["screen"] = new JArray(screen.Width, screen.Height);
                    result["isPlaying"] = EditorApplication.isPlaying;
                    return CallOutcome.Ok(result, Attached(pixels));
                },
                true);
        }

        private static ToolReply Picture(ToolCall call, ToolArguments arguments)
        {
            var shot = Shot.Read(arguments);
            var name = arguments.OptionalText("keep_as", 1, MaxNameLength);
            arguments.End();
            CheckName(name);
            var pixels = shot.Take(out var camera, out var stage);
            var result = Size(pixels);
            if (stage != null) result["prefabStage"] = stage.assetPath;
            result["camera"] = camera == null ? JValue.CreateNull() : new JValue(ScenePaths.Of(camera.gameObject));
            if (name != null)
            {
                var how = (JObject)call.Arguments.DeepClone();
                how.Remove("keep_as");
                KeptPictures.Keep(name, how, pixels);
                result["keptAs"] = name;
            }
            return ToolReply.Ok(result, Attached(pixels));
        }

        private static ToolReply Angles(ToolArguments arguments)
        {
            var objects = arguments.OptionalTexts("objects", MaxObjects, 1, MaxReferenceLength);
            var angles = arguments.OptionalTexts("angles", MaxAngles, 1, MaxNameLength) ?? DefaultAngles;
            var width = arguments.Integer("width", MinSide, MaxSide, DefaultWidth);
            var height = arguments.Integer("height", MinSide, MaxSide, DefaultHeight);
            arguments.End();
            if (objects == null || objects.Count == 0 || angles.Count == 0)
                throw new ToolFault(CallErrorCode.InvalidArguments, "unity_capture angles needs objects and at least one angle.");
            var directions = angles.Select(ViewAngles.DirectionOf).ToList();
            var targets = objects.Select(reference => ObjectFinder.Need(reference)).ToList();
            var columns = angles.Count == 1 ? 1 : angles.Count > 4 ? 3 : 2;
            var rows = (angles.Count + columns - 1) / columns;
            width = Math.Min(width, MaxSide / columns);
            height = Math.Min(height, MaxSide / rows);
            var sheet = new Sheet(new Pixels(width * columns, height * rows));
            var tiles = new JArray();
            for (var i = 0; i < angles.Count; i++)
            {
                var tile = new RectInt(i % columns * width, i / columns * height, width, height);
                sheet.Paste(SceneShot.Take(targets, directions[i], width, height), tile.x, tile.y);
                sheet.Label(angles[i].Replace('_', '-'), tile.x, tile.y);
                var told = Box(tile);
                told["angle"] = angles[i];
                tiles.Add(told);
            }
            var result = Size(sheet.Pixels);
            result["tiles"] = tiles;
            if (StageView.Of(targets) is { } stage) result["prefabStage"] = stage.assetPath;
            return ToolReply.Ok(result, Attached(sheet.Pixels));
        }

        private static ToolReply Compare(ToolArguments arguments)
        {
            var name = arguments.Text("name", 1, MaxNameLength);
            arguments.End();
            CheckName(name);
            if (!(KeptPictures.Find(name) is { } kept))
                throw new ToolFault(
                    CallErrorCode.NotFound,
                    $"There is no saved picture \"{name}\".",
                    $"Before the change, take one: unity_capture picture, keep_as \"{name}\".",
                    new JObject { ["kept"] = new JArray(KeptPictures.Names()) });
            var again = new ToolArguments("unity_capture", kept.How);
            again.Action("picture");
            var shot = Shot.Read(again);
            again.End();
            var now = shot.Take(out _, out _);
            var changes = ChangedRegions.Between(kept.Pixels, now);
            var marked = new Sheet(now.Copy());
            var regions = new JArray();
            foreach (var region in changes.All.Take(MaxRegions))
            {
                var told = Box(region.Box);
                told["changedPixels"] = region.PixelCount;
                regions.Add(told);
                var around = new RectInt(
                    region.Box.x - MarkMargin,
                    region.Box.y - MarkMargin,
                    region.Box.width + (2 * MarkMargin),
                    region.Box.height + (2 * MarkMargin));
                marked.Frame(around, Sheet.Mark);
                marked.Write(regions.Count.ToString(), around.x + 4, around.y + 4, Sheet.Mark);
            }
            var left = kept.Pixels.Fit(MaxSide / 2);
            var right = marked.Pixels.Fit(MaxSide / 2);
            var sheet = new Sheet(new Pixels(left.Width * 2, left.Height));
            sheet.Paste(left, 0, 0);
            sheet.Label("before", 0, 0);
            sheet.Paste(right, left.Width, 0);
            sheet.Label("after", left.Width, 0);
            var result = Size(sheet.Pixels);
            result.AddFirst(new JProperty("name", name));
            result["before"] = Box(new RectInt(0, 0, left.Width, left.Height));
            result["after"] = Box(new RectInt(left.Width, 0, left.Width, left.Height));
            result["changedPixels"] = changes.PixelCount;
            result["changedPercent"] = Math.Round(changes.PixelCount * 100.0 / (now.Width * now.Height), 2);
            result["regionCount"] = changes.All.Count;
            result["regions"] = regions;
            return ToolReply.Ok(result, Attached(sheet.Pixels));
        }

        /// <summary>It becomes the name of a file.</summary>
        private static void CheckName(string? name)
        {
            if (name != null && !Regex.IsMatch(name, @"^[\w-]+\z", RegexOptions.ECMAScript))
                throw new ToolFault(CallErrorCode.InvalidArguments, "A name can contain letters, digits, _ and -.");
        }

        private static JObject Size(Pixels pixels) => new JObject { ["width"] = pixels.Width, ["height"] = pixels.Height };

        private static JObject Box(RectInt box) =>
            new JObject { ["x"] = box.x, ["y"] = box.y, ["width"] = box.width, ["height"] = box.height };

        private static Attachment Attached(Pixels pixels) => pixels.ToAttachment("screenshot");

        /// <summary>A picture that can be taken again later: of a camera, or of framed objects.</summary>
        private sealed class Shot
        {
            private string? reference;
            private IReadOnlyList<string>? objects;
            private string angle = "";
            private double? distance;
            private double[]? region;
            private int width;
            private int height;

            internal static Shot Read(ToolArguments arguments) => new Shot
            {
                reference = arguments.OptionalText("instance_id", 1, MaxReferenceLength),
                objects = arguments.OptionalTexts("objects", MaxObjects, 1, MaxReferenceLength),
                angle = arguments.OptionalChoice("angle", "three_quarter", ViewAngles.Names)!,
                distance = arguments.OptionalNumber("distance", ScreenshotTool.MinDistance, ScreenshotTool.MaxDistance),
                region = arguments.OptionalFractions("region"),
                width = arguments.Integer("width", MinSide, MaxSide, DefaultWidth),
                height = arguments.Integer("height", MinSide, MaxSide, DefaultHeight),
            };

            /// <summary>
            /// <paramref name="camera"/>: null where objects are framed. <paramref name="stage"/>: the prefab of Prefab Mode,
            /// where the picture is of it.
            /// </summary>
            internal Pixels Take(out Camera? camera, out PrefabStage? stage)
            {
                camera = null;
                if (objects is { Count: > 0 })
                {
                    var targets = objects.Select(one => ObjectFinder.Need(one)).ToList();
                    stage = StageView.Of(targets);
                    return SceneShot.Take(targets, ViewAngles.DirectionOf(angle), width, height, distance).Crop(region);
                }
                camera = reference == null ? Cameras.Main() : Cameras.Of(ObjectFinder.Need(reference));
                stage = StageView.Of(new[] { camera.gameObject });
                var pixels = stage == null
                    ? PictureTaker.Take(camera, width, height) : StageView.Take(camera, stage, width, height);
                return pixels.Crop(region);
            }
        }
    }
}
