// A tool of your Unity project. Copy this file into a folder named Editor below Assets, in a project with the package
// com.fairlead.editor. Once Unity has compiled it, the agent finds it by its description. Try it:
//
//     Put eight copies of the Cube in a circle around it.
//
// The types that parameters may have, and more: unity-package/Documentation~/index.md#your-own-tools
using System;
using System.ComponentModel;
using Fairlead.Editor;
using UnityEditor;
using UnityEngine;
using Object = UnityEngine.Object;

static class CircleTool
{
    // Its name is place_in_circle. Fairlead's agent asks you before it calls it, as before every tool of a project.
    [FairleadTool("Place copies of an object in a circle around it, at its height; returns the copies.")]
    static GameObject[] PlaceInCircle(
        GameObject original,
        [Description("from 1 to 100")] int count,
        [Description("in meters")] float radius = 5)
    {
        // The agent reads the message, and can try again with another value.
        if (count < 1 || count > 100) throw new ArgumentException($"count must be from 1 to 100, not {count}.");
        var copies = new GameObject[count];
        var from = original.transform;
        for (var i = 0; i < count; i++)
        {
            var angle = i * 2 * Mathf.PI / count;
            var offset = new Vector3(Mathf.Cos(angle), 0, Mathf.Sin(angle)) * radius;
            copies[i] = Object.Instantiate(original, from.position + offset, from.rotation, from.parent);
            copies[i].name = $"{original.name} {i + 1}";
            // Unity's Undo knows of it: the step can be reverted on the page.
            Undo.RegisterCreatedObjectUndo(copies[i], "Place in a circle");
        }
        return copies;
    }
}
