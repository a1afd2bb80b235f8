#nullable enable
using System;
using System.Collections.Generic;

namespace UnityEngine
{
    /// <summary>
    /// The meshes of the editor's primitives, with Unity's sizes: a unit cube, a sphere of radius 0.5, a plane of ten by ten.
    /// </summary>
    internal static class BuiltinMeshes
    {
        private const int Segments = 24;
        private const int Rings = 12;

        private static readonly Dictionary<string, Mesh> Made = new Dictionary<string, Mesh>();

        internal static readonly IReadOnlyList<string> Names = new[] { "Cube", "Sphere", "Capsule", "Cylinder", "Plane", "Quad" };

        /// <summary>Returns null if there is none of this name.</summary>
        internal static Mesh? Find(string name)
        {
            if (Made.TryGetValue(name, out var made) && made != null) return made;
            var builder = new Builder();
            switch (name)
            {
                case "Cube":
                    Cube(builder);
                    break;
                case "Sphere":
                    Ball(builder, 0);
                    break;
                case "Capsule":
                    Ball(builder, 0.5f);
                    break;
                case "Cylinder":
                    Cylinder(builder);
                    break;
                case "Plane":
                    Plane(builder);
                    break;
                case "Quad":
                    builder.Square(new Vector3(-0.5f, -0.5f), new Vector3(1, 0), new Vector3(0, 1));
                    break;
                default:
                    return null;
            }
            return Made[name] = builder.Mesh(name);
        }

        private static void Cube(Builder builder)
        {
            foreach (var normal in new[] { Vector3.right, Vector3.left, Vector3.up, Vector3.down, Vector3.forward, Vector3.back })
            {
                var up = Mathf.Abs(normal.y) > 0.5f ? Vector3.forward : Vector3.up;
                var right = Vector3.Cross(normal, up);
                builder.Square((normal - right - up) * 0.5f, right, up);
            }
        }

        private static void Plane(Builder builder)
        {
            const int cells = 10;
            for (var z = 0; z < cells; z++)
                for (var x = 0; x < cells; x++)
                    builder.Square(new Vector3(x - cells / 2, 0, z - cells / 2), Vector3.right, Vector3.forward);
        }

        /// <summary>A sphere whose halves are <paramref name="half"/> above and below the middle.</summary>
        private static void Ball(Builder builder, float half)
        {
            builder.Grid(Segments, Rings + 1, (u, v) =>
            {
                // One ring more than a sphere needs: the middle one stands twice, so that halves can part.
                var ring = Mathf.Round(v * (Rings + 1));
                var lower = ring <= Rings / 2;
                var angle = Mathf.PI * ((lower ? ring : ring - 1) / Rings - 0.5f);
                var normal = Direction(u) * Mathf.Cos(angle) + Vector3.up * Mathf.Sin(angle);
                return (normal * 0.5f + Vector3.up * (lower ? -half : half), normal);
            });
        }

        private static void Cylinder(Builder builder)
        {
            builder.Grid(Segments, 1, (u, v) => (Direction(u) * 0.5f + Vector3.up * (v * 2 - 1), Direction(u)));
            foreach (var side in new[] { Vector3.up, Vector3.down })
                for (var i = 0; i < Segments; i++)
                {
                    var (a, b) = (Direction((float)i / Segments) * 0.5f + side, Direction((float)(i + 1) / Segments) * 0.5f + side);
                    if (side.y > 0) builder.Triangle(side, b, a, side);
                    else builder.Triangle(side, a, b, side);
                }
        }

        private static Vector3 Direction(float turn) =>
            new Vector3(Mathf.Cos(turn * 2 * Mathf.PI), 0, Mathf.Sin(turn * 2 * Mathf.PI));

        private sealed class Builder
        {
            private readonly List<Vector3> vertices = new List<Vector3>();
            private readonly List<Vector3> normals = new List<Vector3>();
            private readonly List<Vector2> uv = new List<Vector2>();
            private readonly List<int> triangles = new List<int>();

            /// <summary>Clockwise as seen from where its normal points, as everything in Unity.</summary>
            internal void Square(Vector3 corner, Vector3 right, Vector3 up)
            {
                var normal = Vector3.Cross(up, right).normalized;
                var first = vertices.Count;
                foreach (var (x, y) in new[] { (0f, 0f), (1f, 0f), (0f, 1f), (1f, 1f) })
                    Add(corner + right * x + up * y, normal, new Vector2(x, y));
                triangles.AddRange(new[] { first, first + 2, first + 1, first + 2, first + 3, first + 1 });
            }

            internal void Triangle(Vector3 a, Vector3 b, Vector3 c, Vector3 normal)
            {
                triangles.AddRange(new[] { vertices.Count, vertices.Count + 1, vertices.Count + 2 });
                foreach (var v in new[] { a, b, c }) Add(v, normal, new Vector2(v.x + 0.5f, v.z + 0.5f));
            }

            internal void Grid(int columns, int rows, Func<float, float, (Vector3 At, Vector3 Normal)> point)
            {
                var first = vertices.Count;
                for (var row = 0; row <= rows; row++)
                    for (var column = 0; column <= columns; column++)
                    {
                        var (u, v) = ((float)column / columns, (float)row / rows);
                        var (at, normal) = point(u, v);
                        Add(at, normal, new Vector2(u, v));
                    }
                for (var row = 0; row < rows; row++)
                    for (var column = 0; column < columns; column++)
                    {
                        var a = first + row * (columns + 1) + column;
                        var b = a + columns + 1;
                        triangles.AddRange(new[] { a, b, a + 1, b, b + 1, a + 1 });
                    }
            }

            internal Mesh Mesh(string name)
            {
                var mesh = new Mesh { name = name, hideFlags = HideFlags.NotEditable, vertices = vertices.ToArray() };
                mesh.normals = normals.ToArray();
                mesh.uv = uv.ToArray();
                mesh.triangles = triangles.ToArray();
                return mesh;
            }

            private void Add(Vector3 at, Vector3 normal, Vector2 texture)
            {
                vertices.Add(at);
                normals.Add(normal);
                uv.Add(texture);
            }
        }
    }
}
